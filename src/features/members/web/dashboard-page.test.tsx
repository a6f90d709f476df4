// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DashboardPage } from './dashboard-page'
import { clearParts, mara, renderPart } from './testing-parts'

afterEach(clearParts)

const figures = { connections: 128, bookings: 17, bookingsToAnswer: 1, profileViews: 2406, nextEvent: null }
const figure = (term: string) => screen.getByText(term).nextElementSibling?.textContent

test('M-02 M-03 M-04 figures, actions that lead somewhere, and no activity', async () => {
  await renderPart(<DashboardPage dashboard={figures} />)
  expect(figure('Connections')).toBe('128')
  expect(figure('Bookings')).toBe('17')
  expect(figure('Profile Views')).toBe('2,406')
  expect(screen.getByText('1 to answer')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Browse Members/ }).getAttribute('href')).toBe('/discover')
  expect(screen.getByText('No recent activity')).toBeTruthy()
  expect(screen.queryByText('Your next event')).toBeNull()
})

test('the next event with what is sold of it', async () => {
  const [event] = mara.upcomingEvents
  if (!event) throw new Error('no event')
  const nextEvent = { ...event, sold: 291, total: 300, revenueCents: 582_000 }
  await renderPart(<DashboardPage dashboard={{ ...figures, bookingsToAnswer: 0, nextEvent }} />)
  expect(screen.queryByText(/to answer/)).toBeNull()
  const link = screen.getByRole('link', { name: /Low Ceiling, Fri 11 Dec, 23:30/ })
  expect(link.textContent).toContain('$5,820.00')
  expect(link.textContent).toContain('291 of 300 sold')
  expect(link.textContent).toContain('97%')
})
