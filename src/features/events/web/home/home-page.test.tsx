// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createCard } from '../testing-events'
import { HomePage } from './home-page'

afterEach(cleanup)

const total = { count: 30, isExact: true }

test("H-01 shows the quick actions that fit the person's role", () => {
  render(<HomePage fullName="Mara Voss" events={[]} upcoming={total} />)
  const links = within(screen.getByRole('navigation', { name: 'Quick Actions' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/events',
    '/customer/dashboard',
    '/dashboard/network',
    '/dashboard',
  ])
  expect(links.map((link) => link.querySelector('b')?.textContent)).toEqual([
    'Browse Events',
    'My Tickets',
    'Network',
    'Dashboard',
  ])
  expect(screen.getByText('30 upcoming')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/, Mara\.$/)
})

test('H-03 shows upcoming events with a link to all', () => {
  render(<HomePage fullName="Mara" events={[createCard({}), createCard({ id: 'b' })]} upcoming={total} />)
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'View All Events' }).getAttribute('href')).toBe('/events')
})

test('H-04 links to three parts of the site, and shows the feed if there is one', () => {
  render(<HomePage fullName="Mara" events={[]} upcoming={total} feed={<p>Live Chat Feed</p>} />)
  for (const name of [/New DJ Spotlights/, /Trending Events/, /Expand Your Network/])
    expect(screen.getByRole('link', { name })).toBeDefined()
  expect(within(screen.getByRole('complementary')).getByText('Live Chat Feed')).toBeDefined()
})
