// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buttonClass } from '~/design/button-class'
import { SiteName } from '~/design/site-name'
import { ThemeProvider } from '~/design/theme-context'
import { type Me, meQuery } from '~/features/identity/web/queries'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import type { Frame } from './site-frame'
import { NotFoundPage } from './not-found-page'
import { SiteFrame } from './site-frame'

// jsdom has no EventSource.
beforeEach(() => {
  fakeServer({ unread: () => ({ count: 0 }) })
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close(): void {}
    },
  )
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const person = (...roles: Me['roles']): Me => ({
  id: 'p',
  fullName: 'Mara Voss',
  email: 'mara@example.com',
  isEmailVerified: true,
  avatarUrl: null,
  roles,
  needsTwoStep: false,
  homePath: '/dashboard',
})

async function open(path: string, me: Me | null, frame: Frame = {}) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(meQuery().queryKey, me)
  const root = createRootRoute({
    component: () => (
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    ),
  })
  const events = createRoute({
    getParentRoute: () => root,
    path: '/events/$id',
    staticData: { frame },
    component: () => (
      <main data-client-links>
        <a href="/events/other">Other</a>
      </main>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([events]),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultNotFoundComponent: NotFoundPage,
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <SiteName value="Slipped Halves">
        <ThemeProvider initial="system">
          <RouterProvider router={router as never} />
        </ThemeProvider>
      </SiteName>
    </QueryClientProvider>,
  )
  await screen.findByRole('main')
  return { router, user: userEvent.setup() }
}

const bar = () => within(screen.getByRole('banner'))
const linksIn = (list: ReturnType<typeof bar>) =>
  within(list.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('N-01 the navigation bar of visitors has Events, Discover DJs, Sign In and Join Now', async () => {
  await open('/events/1', null)
  expect(linksIn(bar())).toEqual(['Events', 'Discover DJs'])
  expect(bar().getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth?tab=sign-in')
  expect(bar().getByRole('link', { name: 'Join Now' }).getAttribute('href')).toBe('/auth?tab=sign-up')
  expect(bar().getByRole('link', { name: 'Events' }).getAttribute('aria-current')).toBe('page')
  expect(bar().getByRole('link', { name: 'Discover DJs' }).getAttribute('aria-current')).toBeNull()
  expect(bar().queryByRole('button', { name: 'Sign Out' })).toBeNull()
})

test('N-01 the navigation bar of signed-in people has Dashboard and Sign Out; that of admins also the Admin Panel', async () => {
  await open('/events/1', person('user'))
  expect(linksIn(bar())).toEqual(['Events', 'Discover DJs', 'Dashboard'])
  expect(bar().getByRole('button', { name: 'Sign Out' })).toBeDefined()
  expect(bar().queryByRole('link', { name: 'Join Now' })).toBeNull()
  cleanup()
  await open('/events/1', person('admin'))
  expect(linksIn(bar())).toEqual(['Events', 'Discover DJs', 'Dashboard', 'Admin Panel'])
  cleanup()
  await open('/events/1', person('customer'))
  expect(bar().getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/customer/dashboard')
})

test('N-02 shows the footer', async () => {
  await open('/events/1', null)
  expect(screen.getByRole('contentinfo').textContent).toContain('© 2024 Slipped Halves')
})

test('the theme button switches the theme with each press and remembers it', async () => {
  const { user } = await open('/events/1', null)
  await user.click(screen.getByRole('button', { name: 'Theme: System' }))
  await user.click(await screen.findByRole('button', { name: 'Theme: Light' }))
  expect(await screen.findByRole('button', { name: 'Theme: Dark' })).toBeDefined()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
  await user.click(screen.getByRole('button', { name: 'Theme: Dark' }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('shows an unverified email address in its own region, as wide as the bar', async () => {
  const unconfirmed = { ...person('user'), isEmailVerified: false }
  const region = () => screen.getByRole('region', { name: 'Your email address' })
  await open('/events/1', unconfirmed)
  expect(region().textContent).toContain('Please check your email for verification.')
  expect(region().className).toContain('page-width')
  cleanup()
  await open('/events/1', unconfirmed, { isWide: true })
  expect(region().className).not.toContain('page-width')
  cleanup()
  await open('/events/1', person('user'))
  expect(screen.queryByRole('region')).toBeNull()
})

test('a route chooses its frame, and may choose another one for visitors', async () => {
  await open('/events/1', null, { hasOwnAction: true, forVisitors: { nav: 'yellow', footer: false } })
  expect(screen.getByRole('banner').className).toContain('sheet stock-yellow')
  expect(bar().getByRole('link', { name: 'Join Now' }).className).toContain(
    buttonClass({ variant: 'outline' }),
  )
  expect(screen.queryByRole('contentinfo')).toBeNull()
  cleanup()
  await open('/events/1', person('user'), { forVisitors: { nav: 'none' } })
  expect(screen.getByRole('banner').className).not.toContain('sheet')
})

test('follows live updates for signed-in people, unless a route disables them', async () => {
  const opened = vi.fn<(address: string) => void>()
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor(address: string) {
        super()
        opened(address)
      }
      close(): void {}
    },
  )
  await open('/events/1', person('user'))
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  cleanup()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open('/events/1', person('user'), { hasNoLiveUpdates: true })
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(opened).toHaveBeenCalledOnce()
})

test('R-08 shows the not-found page for an unknown URL, with the bar in its color', async () => {
  await open('/nowhere', null)
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
  expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeDefined()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('banner').className).toContain('stock-coral')
  expect(screen.getByRole('contentinfo').textContent).toContain('© 2024 Slipped Halves')
})

test('the phone menu contains the links, the theme and the sign-in, and closes on navigation', async () => {
  const { user } = await open('/events/1', null)
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(menu.getByRole('navigation', { name: 'Menu' })).toBeDefined()
  expect(screen.getAllByLabelText('Main')).toHaveLength(1)
  expect(menu.getByRole('group', { name: 'Theme' })).toBeDefined()
  expect(menu.getByRole('link', { name: 'Join Now' })).toBeDefined()
  expect(menu.getByRole('link', { name: 'Events' }).getAttribute('aria-current')).toBe('page')
  await user.click(menu.getByRole('link', { name: 'Discover DJs' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('plain links navigate without a reload, unless they open a new tab', async () => {
  const { router, user } = await open('/events/1', null)
  await user.click(screen.getByRole('link', { name: 'Other' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/events/other'))
  await user.keyboard('{Control>}')
  await user.click(bar().getByRole('link', { name: 'Discover DJs' }))
  expect(router.state.location.pathname).toBe('/events/other')
})

test('refetches the open orders once the browser is idle, because the page may show them', async () => {
  const callbacks: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => callbacks.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {})
  const requests = fakeServer({ unread: () => ({ count: 0 }), openOrders: () => ({ orders: [] }) })
  const isRequested = (name: string) => requests.some(([call]) => call === name)
  await open('/events/1', person('user'))
  await waitFor(() => expect(isRequested('unread')).toBe(true))
  await import('~/features/orders/web/open-order/hold-bar')
  expect(isRequested('openOrders')).toBe(false)
  act(() => callbacks.forEach((run) => run()))
  await waitFor(() => expect(isRequested('openOrders')).toBe(true))
})
