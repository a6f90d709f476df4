// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { DjDetail } from '../contract-shapes'
import { DjPage } from './dj-page'
import { clearParts, mara, renderPart } from './testing-parts'

afterEach(clearParts)
let calls: [name: string, input: unknown][] = []
beforeEach(() => {
  calls = fakeServer({ recordView: () => ({}) })
})

const open = (dj: Partial<DjDetail> = {}, isSignedIn = false) =>
  renderPart(
    <DjPage
      dj={{ ...mara, ...dj }}
      isSignedIn={isSignedIn}
      actions={<button type="button">Book Now</button>}
      availability={<h2>Availability</h2>}
      reviews={<h2>Reviews</h2>}
    />,
  )
const getContact = () =>
  within(screen.getByRole('heading', { name: 'Contact' }).closest('section') ?? document.body)

test('P-01 shows rate, rating, bookings, available days, bio, equipment, events, contact and links', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('Mara Voss')
  const getFact = (term: string) =>
    screen.getAllByText(term, { selector: 'dt' })[0]?.nextElementSibling?.textContent
  expect(getFact('Rate per event')).toBe('$1,200')
  expect(getFact('Rating')).toBe('4.9')
  expect(getFact('Bookings')).toBe('214')
  expect(getFact('Available days')).toBe('Fri, Sat')
  for (const text of ['Techno', 'House', 'Berlin, DE', 'Verified'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Plays three hours or more.').tagName).toBe('P')
  expect(screen.getByText('2 ×').nextElementSibling?.textContent).toBe('Turntables, direct drive')
  expect(screen.getByText('A very large van')).toBeTruthy()
  expect(getContact().getByRole('link', { name: 'bookings@voss.example' }).getAttribute('href')).toBe(
    'mailto:bookings@voss.example',
  )
  expect(getContact().getByRole('link', { name: '+49 30 555 0142' }).getAttribute('href')).toBe(
    'tel:+49305550142',
  )
  expect(screen.getByRole('link', { name: /SoundCloud/ }).getAttribute('rel')).toContain('nofollow')
  expect(screen.getByRole('button', { name: 'Book Now' })).toBeTruthy()
  expect(calls).toEqual([['recordView', { id: mara.id }]])
})

test('P-01 upcoming events show their time, past events their year', async () => {
  await open()
  const [next, past] = screen.getAllByRole('article').map((event) => within(event))
  expect(next?.getByRole('heading', { name: 'Low Ceiling' })).toBeTruthy()
  // 22:30 UTC is 23:30 in Berlin, where the event is.
  expect(next?.getByText('23:30')).toBeTruthy()
  expect(next?.getByRole('link', { name: 'View Details, Low Ceiling' }).getAttribute('href')).toContain(
    '/events/',
  )
  expect(past?.getByRole('heading', { name: 'Signal and Noise' })).toBeTruthy()
  expect(past?.getByText('2025')).toBeTruthy()
  expect(past?.queryByText('21:00')).toBeNull()
})

test('a DJ’s page hides the headings of empty sections', async () => {
  await open({
    bio: null,
    equipment: [],
    rateCents: null,
    availabilityDays: [],
    contact: { email: null, phone: null, restrictedTo: null },
    socialLinks: [],
    upcomingEvents: [],
    pastEvents: [],
    rating: null,
    genre: null,
    genres: [],
  })
  const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(headings).toEqual(['Upcoming Events', 'Availability', 'Contact', 'Reviews'])
  expect(screen.getByText('No upcoming events.')).toBeTruthy()
  expect(screen.getAllByText('Ask')).toHaveLength(2)
  expect(getContact().getByText('Use Book Now to contact Mara Voss.')).toBeTruthy()
})

test('shows the price range of a DJ without a rate', async () => {
  await open({ rateCents: null, priceRange: '$800 to $1,500' })
  expect(screen.getByText('$800 to $1,500').previousElementSibling?.textContent).toBe('Rate per event')
})

test.each([
  ['members', false, 'Visible to members. Sign in to see it', `/auth?tab=sign-in&next=%2Fdj%2F${mara.id}`],
  ['members', true, 'Visible to members. Request an invite', '/request-invite'],
  [
    'connections',
    false,
    'Visible to connections of Mara Voss. Sign in to see it',
    `/auth?tab=sign-in&next=%2Fdj%2F${mara.id}`,
  ],
  ['connections', true, 'Visible to connections of Mara Voss. Connect to see it', '#reach'],
] as const)(
  'a contact visible to %s, for a viewer signed in (%s), says so and links to the next step',
  async (restrictedTo, isSignedIn, text, way) => {
    await open({ contact: { email: null, phone: null, restrictedTo } }, isSignedIn)
    const line = getContact().getByRole('link')
    expect(line.parentElement?.textContent).toBe(text)
    expect(line.getAttribute('href')).toBe(way)
  },
)

test('contact details with one hidden detail say who can see it', async () => {
  await open({ contact: { email: 'bookings@voss.example', phone: null, restrictedTo: 'connections' } }, true)
  expect(getContact().getByRole('link', { name: 'bookings@voss.example' })).toBeTruthy()
  expect(
    getContact().getByText(/^Other contact details are visible only to connections of Mara Voss\./),
  ).toBeTruthy()
})

test('a DJ’s own page links to its editor and says if it is hidden', async () => {
  await open({ isSelf: true, isPublic: false }, true)
  expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/dashboard/profile')
  expect(screen.getByText(/You see everything here. Others see what you allow in/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Book Now' })).toBeNull()
  expect(screen.getByText(/^Only you can see this page, because your profile is hidden/)).toBeTruthy()
})

test('shows no error when a view can’t be recorded', async () => {
  fakeServer({
    recordView: () => {
      throw new TypeError('fetch failed')
    },
  })
  await open()
  expect(screen.queryByRole('alert')).toBeNull()
})
