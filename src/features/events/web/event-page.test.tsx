// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '~/design/toaster'
import type { EventDetail } from '../contract'
import { EventNotFound } from './event-not-found'
import { EventPage } from './event-page'
import { createDetail } from './testing-events'

// The toaster asks for the system's theme, which jsdom lacks.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(element: React.ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/events/1'] }),
  })
  render(
    <RouterContextProvider router={router as never}>
      {element}
      <Toaster />
    </RouterContextProvider>,
  )
}

const showEvent = (values: Partial<EventDetail>, tickets?: React.ReactNode) =>
  show(<EventPage event={createDetail(values)} tickets={tickets} />)

function factNamed(name: string): string {
  return screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? ''
}

test('T-01 shows title, type, date, time, place, capacity, age, description and host', () => {
  showEvent({}, <p>Select Tickets</p>)
  expect(screen.getByRole('heading', { level: 1, name: 'Dust & Diamonds' })).toBeDefined()
  expect(screen.getByText('Club Night')).toBeDefined()
  expect(factNamed('Date')).toBe('Saturday 5 December 2026')
  expect(factNamed('Time')).toMatch(/^23:00 to 05:00/)
  expect(factNamed('Venue')).toBe('Carriage Works14 Holbeck Lane, Leeds LS11')
  expect(factNamed('Capacity')).toBe('600 people')
  expect(factNamed('Age')).toBe('18+')
  const about = screen.getByRole('heading', { name: 'About This Event' }).parentElement
  expect([...(about?.querySelectorAll('p') ?? [])].map((p) => p.textContent)).toEqual([
    'A goods shed, four stacks.',
    'No photos on the floor.',
  ])
  const featuring = screen.getByRole('region', { name: 'Featuring' })
  expect(within(featuring).getByText('Has never taken a request.')).toBeDefined()
  expect(
    within(featuring)
      .getByRole('link', { name: /Juno Okafor/ })
      .getAttribute('href'),
  ).toBe('/dj/host')
  expect(within(featuring).getByText('Paper Cuts')).toBeDefined()
  expect(screen.getByText('Select Tickets')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Events' })).toBeDefined()
  expect(screen.queryByText(/This event is/)).toBeNull()
})

test('omits missing details', () => {
  showEvent({
    host: null,
    lineUp: [],
    capacity: null,
    ageRestriction: null,
    descriptionHtml: '',
    endsAt: null,
  })
  expect(screen.queryByText('Featuring')).toBeNull()
  expect(screen.queryByText('Capacity')).toBeNull()
  expect(screen.queryByText('Age')).toBeNull()
  expect(screen.queryByText('About This Event')).toBeNull()
})

test('shows when the host plays, if the set has a time', () => {
  const slot = { name: 'Juno Okafor', djId: 'host', endsAt: null }
  showEvent({ lineUp: [{ ...slot, startsAt: '2026-12-06T02:30:00.000Z' }] })
  expect(screen.getByText('Plays at 02:30')).toBeDefined()
  cleanup()
  showEvent({ lineUp: [{ ...slot, startsAt: null }] })
  expect(screen.queryByText(/Plays at/)).toBeNull()
})

test('a private host has no link', () => {
  const { host } = createDetail({})
  showEvent({ host: host && { ...host, isPublic: false }, lineUp: [] })
  expect(screen.getByText('Juno Okafor')).toBeDefined()
  expect(screen.queryByRole('link', { name: /Juno/ })).toBeNull()
})

test('shows the time zone to readers elsewhere', () => {
  showEvent({ timezone: 'Asia/Tokyo' })
  expect(factNamed('Date')).toBe('Sunday 6 December 2026')
  expect(factNamed('Time')).toContain('Tokyo time')
})

test('shows that an event is over, postponed or cancelled', () => {
  for (const [values, note] of [
    [{ phase: 'over' }, 'This event is over.'],
    [{ status: 'cancelled' }, 'This event is canceled.'],
    [{ status: 'postponed' }, /^This event is postponed/],
  ] as const) {
    showEvent(values)
    expect(screen.getByText(note)).toBeDefined()
    cleanup()
  }
})

test('an event that is postponed without a date shows the reason and the refund deadline instead of a date', () => {
  showEvent({
    status: 'postponed',
    isDateOpen: true,
    movedFrom: '2026-12-05T23:00:00.000Z',
    statusMessage: 'The roof leaks.',
    refundableUntil: '2099-12-05T11:00:00.000Z',
  })
  expect(factNamed('Date')).toBe('To be announcedPreviously Saturday 5 December 2026')
  expect(screen.queryByText('Time', { selector: 'dt' })).toBeNull()
  expect(screen.getByText('The roof leaks.')).toBeDefined()
  expect(screen.getByText('Tickets can be refunded until Sat 5 Dec, 11:00.')).toBeDefined()
  expect(screen.getByText(/^To be announced · Carriage Works/)).toBeDefined()
})

test('shows the new date of a moved event, and names the old one', () => {
  showEvent({ movedFrom: '2026-11-28T23:00:00.000Z' })
  expect(factNamed('Date')).toBe('Saturday 5 December 2026Previously Saturday 28 November 2026')
  expect(screen.getByText('This event has a new date. It was planned for Sat 28 Nov.')).toBeDefined()
})

test('Share copies the address without a native share sheet', async () => {
  const user = userEvent.setup()
  showEvent({})
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Link copied')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${window.location.pathname}`)
})

test('T-06 links to the list when an event does not exist', () => {
  show(<EventNotFound />)
  expect(screen.getByRole('heading', { level: 1, name: 'Event not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Events' }).getAttribute('href')).toBe('/events')
})

test('the DOM has the order that phones show: title, tickets, facts, line-up', () => {
  showEvent({}, <button type="button">Checkout</button>)
  const order = [
    screen.getByRole('heading', { level: 1 }),
    screen.getByRole('button', { name: 'Checkout' }),
    screen.getByRole('heading', { name: 'About This Event' }),
    screen.getByRole('heading', { name: 'Featuring' }),
  ]
  const sorted = [...order].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  expect(sorted.map((element) => element.textContent)).toEqual(order.map((element) => element.textContent))
})
