// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceSignedInPerson, identity, type Me, meQuery } from '~/features/identity/web/queries'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { FakeEventSource } from './testing-event-source'
import { useLiveUpdates } from './use-live-updates'

let visibility = 'visible'
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    run()
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  FakeEventSource.all = []
  visibility = 'visible'
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState)
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let pageClient = new QueryClient()
const reads: Record<string, number> = {}
/** Returns the expected number of reads: one per query, except for the given queries. */
const onceBut = (others: Record<string, number>) => ({
  ...Object.fromEntries(Object.keys(keys).map((name) => [name, 1])),
  ...others,
})
const keys = {
  pending: [['network', 'counts'], { type: 'query' }],
  dashboard: [['bookings', 'list'], { type: 'query' }],
  paid: [['orders', 'bookingPayments', 'get'], { type: 'query' }],
  held: [['settlements', 'settlement', 'coverage'], { type: 'query' }],
  sheet: [['settlements', 'settlement', 'get'], { type: 'query' }],
  orders: [['orders', 'list'], { type: 'query' }],
  figures: [['members', 'dashboard'], { type: 'query' }],
  djs: [['members', 'discover'], { type: 'query' }],
  sessions: [['identity', 'account', 'sessions', 'list'], { type: 'query' }],
  removal: [['account', 'removal', 'inspect'], { type: 'query' }],
  link: [['identity', 'codes', 'inspect'], { type: 'query' }],
  events: [['events', 'dashboard', 'mine'], { type: 'query' }],
  wall: [['events', 'list'], { type: 'infinite' }],
  tickets: [['tickets', 'listTickets'], { type: 'infinite' }],
  settings: [['settings', 'get'], { type: 'query' }],
  site: [['settings', 'site'], { type: 'query' }],
  request: [['chat', 'members', 'listWaiting'], { type: 'query' }],
  talk: [['chat', 'messages', 'any'], { type: 'query' }],
}

function Page() {
  useLiveUpdates('me')
  return Object.entries(keys).map(([name, queryKey]) => <Read key={name} name={name} queryKey={queryKey} />)
}

function Read({ name, queryKey }: { name: string; queryKey: readonly unknown[] }) {
  const { data } = useQuery({
    queryKey,
    queryFn: () => (reads[name] = (reads[name] ?? 0) + 1),
    staleTime: Infinity,
  })
  return (
    <p>
      {name} {data}
    </p>
  )
}

async function show() {
  for (const name of Object.keys(keys)) reads[name] = 0
  fakeServer({ me: () => ({ id: 'me' }) })
  pageClient = new QueryClient()
  const page = render(
    <QueryClientProvider client={pageClient}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('talk 1')
  return page
}

test("refetches only a topic's feature and the dashboard", async () => {
  await show()
  expect(FakeEventSource.all.map(({ url }) => url)).toEqual(['/api/live'])
  act(() => FakeEventSource.all[0]?.say('{"topics":["network"]}'))
  await screen.findByText('pending 2')
  await screen.findByText('figures 2')
  expect(reads).toEqual(onceBut({ pending: 2, figures: 2 }))
})

test('refetches the payments and the coverage of a booking when it changes, but no other money', async () => {
  await show()
  act(() => FakeEventSource.last.say({ topics: ['notifications', 'bookings'] }))
  await screen.findByText('paid 2')
  await screen.findByText('held 2')
  expect(reads).toEqual(onceBut({ dashboard: 2, figures: 2, paid: 2, held: 2 }))
  act(() => FakeEventSource.last.say({ topics: ['notifications', 'settlements'] }))
  await screen.findByText('sheet 2')
  expect(reads).toEqual(onceBut({ dashboard: 2, figures: 3, paid: 3, held: 3, sheet: 2 }))
})

/** Freezes the clock, so that the page's data stays fresh on a slow machine. */
function holdClock() {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
}

test('refetches data that may have changed before the stream opened', async () => {
  holdClock()
  await show()
  act(() => FakeEventSource.last.stand())
  await screen.findByText('pending 2')
  await screen.findByText('dashboard 2')
  await screen.findByText('request 2')
  expect(reads['djs']).toBe(1)
  // Just loaded with the page, so refetched only when the stream opens again and may have missed changes.
  for (const name of ['events', 'wall', 'tickets', 'sessions', 'removal', 'settings', 'site'])
    expect(reads[name], name).toBe(1)
  act(() => FakeEventSource.last.stand())
  for (const name of ['events', 'wall', 'tickets', 'sessions', 'removal', 'settings', 'site'])
    await screen.findByText(`${name} 2`)
  expect(reads['link'], 'does not refetch a one-time link').toBe(1)
})

test.each([
  ['the stream opens late, as on a slow phone', 1500],
  ['the clock of the browser is behind the server’s', -60_000],
])("refetches the person's own data when %s", async (_, ms) => {
  await show()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
  act(() => FakeEventSource.last.stand())
  for (const name of ['events', 'tickets', 'sessions', 'removal', 'settings', 'request'])
    await screen.findByText(`${name} 2`)
  // Public data isn't refetched, because no live updates exist for it.
  const own = { events: 2, tickets: 2, sessions: 2, removal: 2, settings: 2, orders: 2, sheet: 2 }
  expect(reads).toEqual(
    onceBut({ pending: 2, dashboard: 2, figures: 2, request: 2, paid: 2, held: 2, ...own }),
  )
})

test('A-08 refetches sessions and sign-in methods when one changes elsewhere', async () => {
  holdClock()
  await show()
  act(() => FakeEventSource.last.stand())
  expect(reads['sessions'], 'does not refetch data that the page just loaded').toBe(1)
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await screen.findByText('sessions 2')
  act(() => FakeEventSource.last.say({ topics: ['identity'] }))
  await screen.findByText('sessions 3')
  act(() => FakeEventSource.last.stand())
  await screen.findByText('sessions 4')
  expect(reads['link'], 'does not refetch a one-time link').toBe(1)
})

test('A-08 refetches account data that depends on sign-in methods: recipient and reauthentication', async () => {
  await show()
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await screen.findByText('removal 2')
  act(() => FakeEventSource.last.say({ topics: ['identity'] }))
  await screen.findByText('removal 3')
})

test('refetches summaries of chat for its topic, but never messages', async () => {
  await show()
  act(() => FakeEventSource.last.say({ topics: ['chat'] }))
  await screen.findByText('request 2')
  expect(reads).toEqual(onceBut({ figures: 2, request: 2 }))
  act(() => FakeEventSource.last.stand())
  await screen.findByText('request 3')
  expect(reads['talk']).toBe(1)
})

test('a reopened stream resumes at its position', async () => {
  await show()
  act(() => FakeEventSource.last.stand())
  act(() => FakeEventSource.last.say({ seq: 41 }, 'at'))
  act(() => FakeEventSource.last.say({ kind: 'deleted', seq: 44, roomId: 'a', messageId: 'b' }, 'chat'))
  act(() => FakeEventSource.last.refuse())
  act(() => void window.dispatchEvent(new Event('online')))
  expect(FakeEventSource.last.url).toBe('/api/live?after=44')
})

test('ignores invalid events', async () => {
  await show()
  for (const data of ['', 'hello', '[]', '{"topics":"network"}', '{"topics":[1]}'])
    act(() => FakeEventSource.all[0]?.say(data))
  expect(reads).toEqual(onceBut({}))
})

test('a tab hidden for a minute closes its stream, and reopens it when visible', async () => {
  await show()
  vi.useFakeTimers()
  visibility = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(59_000)
  expect(FakeEventSource.all[0]?.readyState).not.toBe(FakeEventSource.CLOSED)
  vi.advanceTimersByTime(2000)
  expect(FakeEventSource.all[0]?.readyState).toBe(FakeEventSource.CLOSED)
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeEventSource.all).toHaveLength(2)
})

test('signing out deletes drafts; an expired session keeps them for the same person', async () => {
  const me = meQuery().queryKey
  const queryClient = new QueryClient()
  queryClient.setQueryData(me, { id: 'me' } as Me)
  localStorage.setItem('chat:draft:me:room', 'half a th')
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  await queryClient.fetchQuery({ queryKey: me, queryFn: () => null })
  expect(localStorage.getItem('chat:draft:me:room')).toBe('half a th')
  queryClient.setQueryData(me, { id: 'me' } as Me)
  expect(localStorage.getItem('chat:draft:me:room')).toBe('half a th')
  await act(() => replaceSignedInPerson(queryClient, null))
  expect(localStorage.getItem('chat:draft:me:room')).toBeNull()
})

test('a session ended elsewhere updates the bar and the next guard of this page', async () => {
  fakeServer({ me: () => null })
  const queryClient = new QueryClient()
  queryClient.setQueryData(meQuery().queryKey, { id: 'me' } as Me)
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  vi.useFakeTimers()
  act(() => FakeEventSource.last.refuse())
  // The longest pause before the first retry.
  await act(() => vi.advanceTimersByTimeAsync(1250))
  expect(queryClient.getQueryData(meQuery().queryKey)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(FakeEventSource.all, 'does not reconnect').toHaveLength(1)
})

test('N-03 after signing out in this tab, sends no further requests and cancels the session check', async () => {
  fakeServer({ me: () => new Promise(() => undefined) })
  const queryClient = new QueryClient()
  queryClient.setQueryData(meQuery().queryKey, { id: 'me' } as Me)
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const before = { ...reads }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  expect(queryClient.isFetching()).toBe(1)
  const signingOut = queryClient.getMutationCache().build(queryClient, {
    mutationKey: identity.signOut.mutationKey(),
    mutationFn: () => Promise.resolve(),
    onSuccess: () => replaceSignedInPerson(queryClient, null),
  })
  await act(() => signingOut.execute(undefined))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(reads).toEqual(before)
})

test('N-03 refetches nothing when the stream opens during a sign-out, unless the sign-out fails', async () => {
  holdClock()
  await show()
  const response = Promise.withResolvers<never>()
  const queryClient = pageClient
  const leaving = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: identity.signOut.mutationKey(), mutationFn: () => response.promise })
    .execute(undefined)
    .catch(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => FakeEventSource.last.stand())
  act(() => FakeEventSource.last.say('{"topics":["network"]}'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(reads).toEqual(onceBut({}))
  vi.useRealTimers()
  response.reject(new TypeError('fetch failed'))
  await act(() => leaving)
  await screen.findByText('dashboard 2')
})

test('closes its stream when the user leaves the page', async () => {
  const { unmount } = await show()
  unmount()
  expect(FakeEventSource.all[0]?.readyState).toBe(FakeEventSource.CLOSED)
})
