// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DjPage } from './dj-page'
import { clearParts, fakeServer, mara, renderPart } from './testing-parts'

afterEach(clearParts)

test('P-01 rate, rating, bookings and days; bio, equipment, events, contact and links', async () => {
  const asked = fakeServer({ recordView: () => ({}) })
  await renderPart(<DjPage dj={mara} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('Mara Voss')
  const fact = (term: string) =>
    screen.getAllByText(term, { selector: 'dt' })[0]?.nextElementSibling?.textContent
  expect(fact('Rate per event')).toBe('$1,200')
  expect(fact('Rating')).toBe('4.9')
  expect(fact('Bookings')).toBe('214')
  expect(fact('Available days')).toBe('Fri, Sat')
  expect(screen.getByText('Plays three hours or more.').tagName).toBe('P')
  expect(screen.getByText('2 ×').nextElementSibling?.textContent).toBe('Turntables, direct drive')
  expect(screen.getByText('A very large van')).toBeTruthy()
  const night = within(screen.getByRole('article'))
  expect(night.getByRole('heading', { name: 'Low Ceiling' })).toBeTruthy()
  // 22:30 UTC is 23:30 in Berlin, where the night is.
  expect(night.getByText('23:30')).toBeTruthy()
  expect(night.getByRole('link', { name: 'View Details, Low Ceiling' }).getAttribute('href')).toContain(
    '/events/',
  )
  expect(screen.getByRole('link', { name: 'mara@backtoback.example' }).getAttribute('href')).toBe(
    'mailto:mara@backtoback.example',
  )
  expect(screen.getByRole('link', { name: '+49 30 555 0142' }).getAttribute('href')).toBe('tel:+49305550142')
  expect(screen.getByRole('link', { name: /SoundCloud/ }).getAttribute('rel')).toContain('nofollow')
  const week = within(
    screen.getByRole('heading', { name: 'Availability' }).closest('section') ?? document.body,
  )
  expect(week.getAllByRole('listitem').map((day) => day.textContent)).toContain('Fri, available')
  expect(asked).toEqual([['recordView', { id: mara.id }]])
})

test('what a DJ left out leaves no empty heading', async () => {
  fakeServer({ recordView: () => ({}) })
  await renderPart(
    <DjPage
      dj={{
        ...mara,
        bio: null,
        equipment: [],
        rateCents: null,
        availabilityDays: [],
        phone: null,
        socialLinks: [],
        upcomingEvents: [],
        rating: null,
        genre: null,
      }}
    />,
  )
  const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(headings).toEqual(['Upcoming Events', 'Contact'])
  expect(screen.getByText('Nothing announced yet.')).toBeTruthy()
  expect(screen.getAllByText('Ask')).toHaveLength(2)
})

test('a view that is not counted troubles nobody', async () => {
  fakeServer({
    recordView: () => {
      throw new TypeError('fetch failed')
    },
  })
  await renderPart(<DjPage dj={mara} />)
  expect(screen.queryByRole('alert')).toBeNull()
})
