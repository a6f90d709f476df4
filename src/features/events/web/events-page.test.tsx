// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { EventPage, ListEventsInput } from '../contract'
import { EventsPage } from './events-page'
import type { EventsSearch } from './events-search-parameters'
import { createCard } from './testing-events'

afterEach(() => {
  cleanup()
  registerLink(undefined)
})

function show(answer: (input: ListEventsInput) => Promise<EventPage>, initial: EventsSearch = {}) {
  const asked: ListEventsInput[] = []
  registerLink({
    call: async (_path, input) => {
      asked.push(input as ListEventsInput)
      return answer(input as ListEventsInput)
    },
  })
  const searches: EventsSearch[] = []
  function Page() {
    const [search, setSearch] = useState(initial)
    const change = (next: EventsSearch) => {
      searches.push(next)
      setSearch(next)
    }
    return (
      <EventsPage
        search={search}
        onSearchChange={change}
        nextMonth={{ date: '2026-12', label: 'December' }}
      />
    )
  }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  return { asked, searches, user: userEvent.setup() }
}

const page = (values: Partial<EventPage>): EventPage => ({
  events: [],
  nextCursor: null,
  total: { count: values.events?.length ?? 0, isExact: true },
  isSimilar: false,
  ...values,
})

test('E-02 a card has date, title, place, price and remaining tickets', async () => {
  show(async () =>
    page({ events: [createCard({}), createCard({ id: 'b', title: 'No Requests', available: 0 })] }),
  )
  const [first, second] = await screen.findAllByRole('article')
  if (!first || !second) throw new Error('two cards expected')
  expect(within(first).getByRole('heading', { name: 'Dust & Diamonds' })).toBeDefined()
  expect(within(first).getByText('Sat 5 Dec, 23:00').getAttribute('datetime')).toBe(
    '2026-12-05T23:00:00.000Z',
  )
  expect(within(first).getByText('Club Night')).toBeDefined()
  expect(within(first).getByText('Carriage Works, Leeds')).toBeDefined()
  expect(within(first).getByText('+ $1.60 fee')).toBeDefined()
  expect(within(first).getByText('142')).toBeDefined()
  const link = within(first).getByRole('link', { name: 'View Details, Dust & Diamonds' })
  expect(link.getAttribute('href')).toBe('/events/019a0000-0000-7000-8000-000000000001')
  expect(within(second).queryByText('Available')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Upcoming Events' })).toBeDefined()
  expect(screen.getByText('2 events').tagName).toBe('OUTPUT')
})

test.each(['wall', 'list'] as const)(
  'E-02 the %s names the time zone if it differs from the reader’s',
  async (view) => {
    const faraway = createCard({
      id: 'b',
      timezone: 'Pacific/Kiritimati',
      venueName: 'Reef',
      location: 'London',
    })
    show(async () => page({ events: [faraway] }), view === 'list' ? { view } : {})
    expect(await screen.findByText('Reef, London · Kiritimati time')).toBeDefined()
  },
)

test('E-04 shows six skeletons while loading', async () => {
  let answer = (_page: EventPage) => undefined as void
  show(() => new Promise((resolve) => (answer = resolve)))
  expect(screen.getAllByTestId('event-skeleton')).toHaveLength(6)
  expect(screen.getByText('Loading events')).toBeDefined()
  await waitFor(() => answer(page({ events: [createCard({})] })))
  await screen.findByRole('article')
  expect(screen.queryAllByTestId('event-skeleton')).toHaveLength(0)
})

test('E-05 shows a message for a search without results, and another if there are no events', async () => {
  const { user, searches } = show(async () => page({}), { q: 'reggae boat party' })
  await screen.findByRole('heading', { name: 'No events found' })
  expect(screen.getByText('Try adjusting your search')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(searches.at(-1)).toEqual({})
  await screen.findByText('Check back soon for upcoming events')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

test.each([{ date: '2026-12' }, { type: 'festival' }] as const)(
  'E-05 an empty list without search text asks the reader to check back: %o',
  async (search) => {
    const { user, searches } = show(async () => page({}), search)
    await screen.findByText('Check back soon for upcoming events')
    await user.click(screen.getByRole('button', { name: 'Show all events' }))
    expect(searches.at(-1)).toEqual({})
  },
)

test('E-01 searches once after a pause in typing', async () => {
  const { user, searches, asked } = show(async () => page({ events: [createCard({})] }))
  const field = screen.getByPlaceholderText('Search events, DJs, locations...')
  await user.type(field, 'leeds')
  await waitFor(() => expect(searches).toEqual([{ q: 'leeds' }]))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: 'leeds' }))
  expect(field).toHaveProperty('value', 'leeds')
})

test('chips choose one date and several types, in a normalized address', async () => {
  const { user, searches } = show(async () => page({ events: [createCard({})] }))
  expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'December' }))
  expect(searches.at(-1)).toEqual({ date: '2026-12' })
  await user.click(screen.getByRole('button', { name: 'Festival' }))
  await user.click(screen.getByRole('button', { name: 'Club Night' }))
  expect(searches.at(-1)).toEqual({ date: '2026-12', type: 'club_night,festival' })
  await user.click(screen.getByRole('button', { name: 'All' }))
  await user.click(screen.getByRole('button', { name: 'Festival' }))
  expect(searches.at(-1)).toEqual({ type: 'club_night' })
})

test('Show more adds the next page and updates the address', async () => {
  const { user, asked, searches } = show(async ({ after }) =>
    after
      ? page({ events: [createCard({ id: 'b', title: 'Low Ceiling' })], total: null })
      : page({ events: [createCard({})], nextCursor: 'next', total: { count: 2, isExact: true } }),
  )
  await user.click(await screen.findByRole('button', { name: 'Show 1 more' }))
  await screen.findByRole('heading', { name: 'Low Ceiling' })
  expect(asked.at(-1)).toMatchObject({ after: 'next' })
  expect(searches.at(-1)).toEqual({ pages: 2 })
  expect(screen.queryByRole('button', { name: /Show/ })).toBeNull()
  expect(screen.getByText('2 events')).toBeDefined()
})

test('the list has a heading per day', async () => {
  const { user } = show(
    async () =>
      page({
        events: [
          createCard({}),
          createCard({ id: 'b', startsAt: '2026-12-05T23:30:00.000Z', title: 'Low Ceiling' }),
          createCard({ id: 'c', startsAt: '2026-12-06T12:00:00.000Z', title: 'Signal' }),
        ],
      }),
    {},
  )
  await screen.findAllByRole('article')
  await user.click(screen.getByRole('button', { name: 'List' }))
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Sat 5 Dec',
    'Sun 6 Dec',
  ])
})

test('shows a failure and retries', async () => {
  const answer = vi.fn().mockRejectedValueOnce(new TypeError('fetch failed'))
  answer.mockResolvedValue(page({ events: [createCard({})] }))
  const { user } = show(answer)
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('article')
})

test('shows a lower bound for a long list', async () => {
  show(async () =>
    page({ events: [createCard({})], nextCursor: 'x', total: { count: 1000, isExact: false } }),
  )
  await screen.findByText('1,000+ events')
  expect(screen.getByRole('button', { name: 'Show more' })).toBeDefined()
})

test('E-01 says that the events only resemble the search', async () => {
  show(async () => page({ events: [createCard({})], isSimilar: true }))
  await screen.findByText('No exact match. 1 similar event')
})
