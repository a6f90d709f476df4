// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCard } from '../testing-events'
import { LandingPage } from './landing-page'

afterEach(cleanup)

const getHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('L-01 L-03 shows the hero and its links', () => {
  render(<LandingPage events={[]} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Where DJs Connect' })).toBeDefined()
  expect(getHref('Request Invite')).toBe('/request-invite')
  expect(getHref('Explore DJs')).toBe('/discover')
  expect(getHref('Get Started')).toBe('/auth?tab=sign-up')
  expect(screen.queryByText('Upcoming Events')).toBeNull()
})

test('L-02 shows six features', () => {
  render(<LandingPage events={[]} />)
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Exclusive network',
    'Genre communities',
    'Booking system',
    'Chat rooms',
    'Integrated payments',
    'Verified profiles',
  ])
})

test('the next flyers are links with the text of the flyer', () => {
  render(<LandingPage events={[createCard({})]} />)
  expect(screen.getByRole('link', { name: /Dust & Diamonds, Sat 5 Dec, 23:00.*From \$16\.00/ })).toBeDefined()
})

test('shows the title and date of an event whose flyer is a picture', () => {
  render(<LandingPage events={[createCard({ title: 'Ceiling Tiles', imageUrl: '/a.avif' })]} />)
  const link = screen.getByRole('link', { name: /Ceiling Tiles Sat 5 Dec, 23:00.*From \$16\.00/ })
  for (const text of ['Ceiling Tiles', 'Sat 5 Dec, 23:00'])
    expect(within(link).getByText(text).closest('.visually-hidden')).toBeNull()
})
