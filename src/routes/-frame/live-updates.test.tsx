// @vitest-environment jsdom
import {
  MutationObserver,
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  useQuery,
} from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '~/features/account/web/queries'
import { requireSignedIn } from '~/features/identity/web/guards'
import { replaceSignedInPerson, identity, type Me, meQuery } from '~/features/identity/web/queries'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import LiveUpdates from './live-updates'
import { FakeEventSource } from './testing-event-source'

beforeEach(() => {
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    run()
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => undefined)
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fees = [['bookings', 'list'], { type: 'query' }]

function Frame() {
  const { data: me } = useQuery({ ...meQuery(), staleTime: Infinity })
  return (
    <>
      <Outlet />
      {me && <LiveUpdates />}
    </>
  )
}

async function open(path: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(meQuery().queryKey, { id: 'me' } as Me)
  queryClient.setQueryData(fees, 'what Mara earns')
  const root = createRootRoute({ component: Frame })
  const own = createRoute({
    getParentRoute: () => root,
    path: '/dashboard/bookings',
    beforeLoad: ({ location }) => requireSignedIn({ context: { queryClient }, location }),
    component: () => <p>{String(queryClient.getQueryData(fees))}</p>,
  })
  const anyone = createRoute({
    getParentRoute: () => root,
    path: '/events',
    component: () => <p>The nights</p>,
  })
  const auth = createRoute({
    getParentRoute: () => root,
    path: '/auth',
    component: () => <p>Sign in here</p>,
  })
  const router = createRouter({
    routeTree: root.addChildren([own, anyone, auth]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(FakeEventSource.all).toHaveLength(1))
  act(() => FakeEventSource.last.stand())
  return { queryClient, router }
}

test('A-08 when the session ends elsewhere, the page goes to sign-in and removes private data', async () => {
  fakeServer({ me: () => null })
  const { queryClient, router } = await open('/dashboard/bookings?tab=won')
  expect(screen.getByText('what Mara earns')).toBeTruthy()
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  expect(await screen.findByText('Sign in here')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ next: '/dashboard/bookings?tab=won' })
  expect(screen.queryByText('what Mara earns')).toBeNull()
  await waitFor(() => expect(queryClient.getQueryData(fees)).toBeUndefined())
})

const never = () => new Promise<never>(() => undefined)
const run = (queryClient: QueryClient, options: { mutationKey?: readonly unknown[] }, result: unknown) =>
  new MutationObserver(queryClient, { ...options, mutationFn: async () => result })
    .mutate(undefined)
    .catch(() => undefined)
/** Runs everything that is due within a second, while the clock is faked. */
const runTimers = () => act(() => vi.advanceTimersByTimeAsync(1000))

test.each([
  ['signs out', identity.signOut.mutationOptions()],
  ['signs in as another person', identity.codes.open.mutationOptions()],
  ['deletes their account', { mutationKey: account.removal.remove.mutationKey() }],
])('N-03 a person who %s in this tab is not sent to the sign-in page', async (_, options) => {
  const calls = fakeServer({ me: () => null })
  const { queryClient, router } = await open('/dashboard/bookings')
  const doing = Promise.withResolvers<object>()
  void run(queryClient, options, doing.promise)
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await waitFor(() => expect(calls).toHaveLength(1))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => replaceSignedInPerson(queryClient, null))
  doing.resolve({})
  await runTimers()
  expect(router.state.location.pathname).toBe('/dashboard/bookings')
})

test("A-08 a failed action in this tab doesn't leave private data on screen after the session ended elsewhere", async () => {
  const calls = fakeServer({ me: () => null })
  const { queryClient } = await open('/dashboard/bookings')
  const doing = Promise.withResolvers<object>()
  void run(queryClient, identity.signOut.mutationOptions(), doing.promise)
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await waitFor(() => expect(calls).toHaveLength(1))
  doing.reject(new Error('the line is cut'))
  expect(await screen.findByText('Sign in here')).toBeTruthy()
  await waitFor(() => expect(queryClient.getQueryData(fees)).toBeUndefined())
})

test('A-08 another mutation in progress does not keep private data on the screen', async () => {
  fakeServer({ me: () => null })
  const { queryClient } = await open('/dashboard/bookings')
  void run(queryClient, identity.resendVerification.mutationOptions(), never())
  void run(queryClient, { mutationKey: identity.account.changePassword.mutationKey() }, never())
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  expect(await screen.findByText('Sign in here')).toBeTruthy()
  expect(screen.queryByText('what Mara earns')).toBeNull()
  await waitFor(() => expect(queryClient.getQueryData(fees)).toBeUndefined())
})

test.each([
  ['ended', null, []],
  ['replaced by another session of the same person', { id: 'me' }, ['own']],
])('N-03 after the session is %s, the page makes no refused requests', async (_, me, read) => {
  fakeServer({ me: () => me })
  const { queryClient } = await open('/events')
  const calls: string[] = []
  const own = new QueryObserver(queryClient, {
    queryKey: [['account', 'export', 'state'], { type: 'query' }],
    queryFn: () => calls.push('own'),
    initialData: 0,
    staleTime: Infinity,
  })
  const stop = own.subscribe(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await runTimers()
  stop()
  expect(calls).toEqual(read)
})

test('a public page stays open without a user when the session ends elsewhere', async () => {
  fakeServer({ me: () => null })
  const { queryClient } = await open('/events')
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await waitFor(() => expect(queryClient.getQueryData(fees)).toBeUndefined())
  expect(screen.getByText('The nights')).toBeTruthy()
  expect(queryClient.getQueryData(meQuery().queryKey)).toBeNull()
})

test('another person who signs in in this browser finds no data of the previous person', async () => {
  fakeServer({ me: () => ({ id: 'another' }) })
  const { queryClient } = await open('/events')
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await waitFor(() => expect(queryClient.getQueryData(fees)).toBeUndefined())
  expect(queryClient.getQueryData(meQuery().queryKey)).toMatchObject({ id: 'another' })
})

test('ending another session of the same person changes nothing in this tab', async () => {
  const calls = fakeServer({ me: () => ({ id: 'me' }) })
  const { queryClient } = await open('/dashboard/bookings')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => FakeEventSource.last.say({ topics: ['session'] }))
  await runTimers()
  expect(calls).toHaveLength(1)
  expect(screen.getByText('what Mara earns')).toBeTruthy()
  expect(queryClient.getQueryData(fees)).toBe('what Mara earns')
})
