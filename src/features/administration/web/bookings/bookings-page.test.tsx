// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { FLAT_DEAL } from '~/features/bookings/rules/deal'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { BookingPage, BookingRow, AdminBooking } from '../../contract-bookings'
import { clearParts, renderPart } from '../testing-parts'
import { AdminBookingPage } from './booking-page'
import { type BookingsSearch, readBookingsSearch } from './bookings-search'
import { BookingsPage } from './bookings-page'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const jonas = { id: 'jonas', name: 'Jonas Wirth', avatarUrl: null, isDj: false }
const mara = { id: 'mara', name: 'Mara Voss', avatarUrl: null, isDj: true }
const row: BookingRow = {
  id: 'b1',
  number: 'BK-2026-0417',
  client: jonas,
  dj: mara,
  // 1 am in Berlin, which counts for the previous day.
  startsAt: '2026-12-12T00:00:00.000Z',
  timezone: 'Europe/Berlin',
  eventType: 'Club Night',
  location: 'The Cistern, Berlin',
  status: 'confirmed',
  createdAt: '2026-11-16T09:00:00.000Z',
}
const counts = { all: 2316, pending: 63, confirmed: 148, completed: 1962, cancelled: 143 }
const createPage = (bookings: BookingRow[], more: Partial<BookingPage> = {}): BookingPage => ({
  bookings,
  from: 1,
  nextCursor: null,
  previousCursor: null,
  ...more,
})

const noSearch: BookingsSearch = {}

function Screen({
  start = noSearch,
  onSearch,
}: {
  start?: BookingsSearch
  onSearch?: (search: BookingsSearch) => void
}) {
  const [search, setSearch] = useState(start)
  return (
    <BookingsPage
      search={search}
      thisYear="2026"
      onSearchChange={(next) => {
        onSearch?.(next)
        setSearch(next)
      }}
    />
  )
}

test('AD-10 shows both sides, event, place, status and the position in the list', async () => {
  fakeServer({ list: () => createPage([row], { nextCursor: 'n' }), counts: () => counts })
  await renderPart(<Screen />)
  const line = (await screen.findByRole('link', { name: /Fri 11 Dec 2026/ })).closest('tr')
  expect(
    within(line as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    expect.stringContaining('Jonas Wirth'),
    expect.stringContaining('Mara Voss'),
    'Fri 11 Dec 2026, booking BK-2026-0417',
    'Club Night',
    'The Cistern, Berlin',
    'confirmed',
    '16 Nov',
  ])
  expect(screen.getByRole('link', { name: /Fri 11 Dec/ }).getAttribute('href')).toBe('/admin/bookings/b1')
  expect(screen.getByRole('link', { name: /Jonas/ }).getAttribute('href')).toBe('/admin/users/jonas')
  expect(screen.getByText('Read only. Only the client and the DJ can change a booking.')).toBeTruthy()
  expect(await screen.findByText('1 of 2,316')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Completed 1,962' }).getAttribute('aria-pressed')).toBe('false')
})

test('a side with a deleted account is marked as deleted and has no link', async () => {
  fakeServer({ list: () => createPage([{ ...row, client: null }]), counts: () => counts })
  await renderPart(<Screen />)
  expect(await screen.findByText('Deleted account')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Deleted account' })).toBeNull()
})

test('pages through bookings, and a new filter or search starts from the first page', async () => {
  const calls = fakeServer({
    list: () => createPage([row], { nextCursor: 'next', previousCursor: null }),
    counts: () => counts,
  })
  const onSearch = vi.fn<(search: BookingsSearch) => void>()
  await renderPart(<Screen onSearch={onSearch} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  expect(onSearch).toHaveBeenLastCalledWith({ q: undefined, status: undefined, after: 'next' })
  await userEvent.click(screen.getByRole('button', { name: /^Pending/ }))
  expect(onSearch).toHaveBeenLastCalledWith({ q: undefined, status: 'pending' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search bookings' }), 'cistern')
  await waitFor(() => expect(calls).toContainEqual(['list', { q: 'cistern', status: 'pending' }]))
})

test('a search without matches can be cleared', async () => {
  fakeServer({ list: ({ q }: { q?: string }) => createPage(q ? [] : [row]), counts: () => counts })
  await renderPart(<Screen start={{ q: 'nowhere' }} />)
  expect(await screen.findByText('No matching bookings')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all bookings' }))
  expect(await screen.findByText('Jonas Wirth')).toBeTruthy()
})

test('AD-10 a failed list shows an inline error and a toast, and can be retried', async () => {
  let isBroken = true
  fakeServer({
    list: () => {
      if (isBroken) throw new TypeError('gone')
      return createPage([row])
    },
    counts: () => counts,
  })
  await renderPart(<Screen />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load bookings')
  await waitFor(() => expect(screen.getAllByText('Failed to load bookings')).toHaveLength(2))
  isBroken = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Jonas Wirth')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('parses the search in the URL and ignores invalid values', () => {
  expect(readBookingsSearch({ q: 90, status: 'king', after: 'a', before: 'b' })).toEqual({
    q: '90',
    status: undefined,
    after: 'a',
    before: undefined,
  })
  expect(readBookingsSearch({ status: 'pending', before: 'b', after: 'x'.repeat(501) })).toMatchObject({
    status: 'pending',
    after: undefined,
    before: 'b',
  })
})

const whole: AdminBooking = {
  id: 'b1',
  number: 'BK-2026-0417',
  title: 'Low Ceiling',
  eventId: null,
  currency: 'EUR',
  status: 'pending',
  client: null,
  dj: mara,
  terms: {
    eventType: 'Club Night',
    location: 'The Cistern, Berlin',
    timezone: 'Europe/Berlin',
    startsAt: '2026-12-11T22:00:00.000Z',
    endsAt: '2026-12-12T01:00:00.000Z',
    feeCents: 90_000,
    depositCents: null,
    deal: FLAT_DEAL,
    hospitality: '',
    technical: '',
  },
  awaiting: mara,
  answerBy: '2026-12-03T12:00:00.000Z',
  steps: 1,
  trail: [],
  reviews: [
    { author: null, rating: 4, body: 'Kept the room.', at: '2026-12-13T12:00:00.000Z', isPublished: false },
  ],
  cancelReason: null,
  cancelledBy: null,
  createdAt: '2026-11-16T09:00:00.000Z',
}

test('a booking shows both sides, the pending answer, unpublished reviews, and that the view is logged', async () => {
  await renderPart(<AdminBookingPage booking={whole} deal={<p>Terms</p>} trail={<p>Trail</p>} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Low Ceiling' })).toBeTruthy()
  expect(screen.getByText(/^Mara Voss has to answer by Thu 3 Dec/)).toBeTruthy()
  expect(screen.getAllByText('Deleted account')).toHaveLength(2)
  expect(screen.getByText('4 of 5 stars')).toBeTruthy()
  expect(screen.getByText('not shown yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'audit log' }).getAttribute('href')).toBe(
    '/admin/audit?q=b1&period=all',
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  for (const part of ['Terms', 'Trail']) expect(screen.getByText(part)).toBeTruthy()
})
