// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { BookingSummary } from '../../contract-shapes'
import { pendingBooking, clearParts, mara, renderPart, summary, terms } from '../testing-bookings'
import { BookingsPage } from './bookings-page'
import { type BookingsSearch, listPeriods, parseBookingsSearch } from './bookings-search'

afterEach(clearParts)

const none = { all: 0, pending: 0, confirmed: 0, completed: 0, cancelled: 0, awaitingYou: 0, awaitingThem: 0 }
const counts = {
  ...none,
  all: 17,
  pending: 3,
  confirmed: 3,
  completed: 10,
  cancelled: 1,
  awaitingYou: 1,
  awaitingThem: 2,
}
const rows: BookingSummary[] = [
  { ...summary, id: 'b1', title: 'Low Ceiling', status: 'confirmed', awaiting: null, answerBy: null },
  { ...summary, id: 'b2', title: 'Private party', awaiting: 'them' },
]
const played: BookingSummary[] = [
  {
    ...summary,
    id: 'b3',
    title: 'Warm Start',
    status: 'completed',
    awaiting: null,
    answerBy: null,
    canReview: true,
    terms: { ...terms, startsAt: '2026-11-15T00:30:00.000Z', endsAt: '2026-11-15T02:00:00.000Z' },
  },
]

type Responses = Record<string, (input: never) => unknown>
const responses: Responses = {
  counts: () => ({ ...counts, next: summary }),
  list: ({ period, after }: { period: string; after?: string }) => {
    if (period === 'past') return { bookings: played, nextCursor: null }
    if (after) return { bookings: [{ ...summary, id: 'b9', title: 'Later' }], nextCursor: null }
    return { bookings: rows, nextCursor: 'next' }
  },
}
const search: BookingsSearch = { view: undefined, month: undefined, status: undefined }

async function renderPage({ djPath = '/dj/mara', status = search.status } = {}, given = responses) {
  const calls = fakeServer(given)
  const onSearch = vi.fn<(next: BookingsSearch) => void>()
  await renderPart(
    <BookingsPage
      search={{ ...search, status }}
      onSearch={onSearch}
      djPath={djPath || undefined}
      thisMonth="2026-11"
    />,
  )
  return { calls, onSearch }
}

test('M-06 shows the booking to answer first in detail, with a link to answer it', async () => {
  await renderPage()
  const sheet = await screen.findByRole('region', { name: 'Request: Soft Machinery' })
  expect(sheet.textContent).toContain('Friday18 Dec')
  expect(sheet.textContent).toContain('Sofia Lind for Loom Hall, Glasgow')
  for (const fact of ['$1,200.00', '$300.00', '23:00–02:00', 'Fri 4 Dec'])
    expect(within(sheet).getByText(fact)).toBeTruthy()
  expect(within(sheet).getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe(
    `/dashboard/bookings/${summary.id}`,
  )
  expect(screen.getByText('1 waits for your answer, 2 for theirs')).toBeTruthy()
})

test('shows the client that the DJ made a counter-offer', async () => {
  const next = { ...summary, side: 'client', otherParty: mara }
  await renderPage({}, { ...responses, counts: () => ({ ...counts, next }) })
  expect(await screen.findByRole('heading', { name: 'Counter-offer from Mara Voss' })).toBeTruthy()
})

test('shows date, set, place, fee, status and who has to answer', async () => {
  await renderPage()
  const table = await screen.findByRole('table', { name: 'Coming up' })
  const row = within(table).getByRole('row', { name: /Private party/ })
  expect(row.textContent).toContain('Fri 18 Dec23:00–02:00')
  expect(row.textContent).toContain('$1,200.00')
  expect(within(row).getByText('You countered, open until 4 Dec')).toBeTruthy()
  const past = screen.getByRole('table', { name: 'Played' })
  expect(within(past).getByText('Sat 14 Nov')).toBeTruthy()
  expect(within(past).getByRole('link', { name: 'Write a review of Warm Start' }).getAttribute('href')).toBe(
    '/dashboard/bookings/b3#review',
  )
})

test('shows the year for dates in another year, and the venue’s time for another time zone', async () => {
  const far = { ...terms, startsAt: '2025-12-12T12:00:00.000Z', endsAt: '2025-12-12T14:00:00.000Z' }
  const row = { ...played[0], terms: { ...far, timezone: 'Pacific/Auckland' } }
  const list = ({ period }: { period: string }) => ({
    bookings: period === 'past' ? [row] : [],
    nextCursor: null,
  })
  await renderPage({}, { ...responses, list })
  const past = await screen.findByRole('table', { name: 'Played' })
  expect(within(past).getByText('Fri 12 Dec 2025')).toBeTruthy()
  expect(within(past).getByText('01:00–03:00')).toBeTruthy()
  expect(within(past).getByText('Loom Hall, Glasgow · Auckland time')).toBeTruthy()
})

test('loads more rows after the last one', async () => {
  const { calls } = await renderPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Later')).toBeTruthy()
  expect(calls).toContainEqual(['list', { period: 'ahead', after: 'next' }])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

describe('filters', () => {
  test('the buttons for status and view change the address, and each status shows its count', async () => {
    const { onSearch } = await renderPage()
    await userEvent.click(await screen.findByRole('button', { name: 'Completed 10' }))
    expect(onSearch).toHaveBeenCalledWith({ ...search, status: 'completed' })
    expect(screen.getByRole('button', { name: 'All 17' }).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Calendar' }))
    expect(onSearch).toHaveBeenCalledWith({ ...search, view: 'calendar' })
  })

  test('a filter loads only the lists that can match, and says so if they are empty', async () => {
    const { calls } = await renderPage(
      { status: 'pending' },
      { ...responses, list: () => ({ bookings: [], nextCursor: null }) },
    )
    expect(await screen.findByText('No bookings are waiting for an answer.')).toBeTruthy()
    expect(calls.filter(([name]) => name === 'list')).toEqual([
      ['list', { period: 'ahead', status: 'pending' }],
    ])
    expect(listPeriods('completed')).toEqual(['past'])
    expect(listPeriods('cancelled')).toEqual(['ahead', 'past'])
  })

  test('ignores invalid search parameters of the URL', () => {
    expect(parseBookingsSearch({ view: 'calendar', month: '2026-12', status: 'confirmed' })).toEqual({
      view: 'calendar',
      month: '2026-12',
      status: 'confirmed',
    })
    expect(parseBookingsSearch({ view: 'x', month: '12', status: 7 })).toEqual(search)
  })
})

describe('empty state', () => {
  const empty = { ...responses, counts: () => ({ ...none, next: null }) }

  test('invites a DJ to share their page, and others to find a DJ', async () => {
    await renderPage({}, empty)
    expect((await screen.findByRole('link', { name: 'Open your page' })).getAttribute('href')).toBe(
      '/dj/mara',
    )
    clearParts()
    await renderPage({ djPath: '' }, empty)
    expect((await screen.findByRole('link', { name: 'Find a DJ' })).getAttribute('href')).toBe('/discover')
  })
})

describe('failures', () => {
  test('shows a failure to load and retries', async () => {
    let isDown = true
    await renderPage(
      {},
      {
        ...responses,
        counts: () => {
          if (isDown) throw new TypeError('fetch failed')
          return { ...counts, next: null }
        },
      },
    )
    expect(await screen.findByText(/couldn’t reach the server/)).toBeTruthy()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Low Ceiling', { selector: 'b' })).toBeTruthy()
  })

  test('shows the other list when one fails to load', async () => {
    await renderPage(
      { status: 'confirmed' },
      {
        ...responses,
        list: () => {
          throw new TypeError('fetch failed')
        },
      },
    )
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t reach the server')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Request: Soft Machinery' })).toBeTruthy()
  })
})

test('declining from the list declines the current terms', async () => {
  const { calls } = await renderPage(
    {},
    {
      ...responses,
      get: () => ({ ...pendingBooking, steps: 3 }),
      decline: () => ({ ...pendingBooking, status: 'cancelled' }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Away that week')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('Declined. We notified Sofia Lind.')).toBeTruthy()
  expect(calls).toContainEqual(['decline', { id: summary.id, steps: 3, reason: 'Away that week' }])
})

test('reads only a valid month from the address', () => {
  expect(parseBookingsSearch({ month: '2026-12' }).month).toBe('2026-12')
  for (const month of ['2026-13', '2026-1', 'x', 202_612, undefined])
    expect(parseBookingsSearch({ month }).month).toBeUndefined()
})
