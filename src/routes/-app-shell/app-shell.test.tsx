// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { LayoutDashboard } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminLinks, type AppLink } from './app-links'
import { AppShell } from './app-shell'
import { isSidebarCollapsed, formatSidebarCookie } from './sidebar-cookie'

let isPhone = false
const cookies: string[] = []

beforeEach(() => {
  isPhone = false
  cookies.length = 0
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void cookies.push(cookie))
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(max-width: 47.9375em)' && isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function renderShell(
  startsCollapsed?: boolean,
  links: readonly AppLink[] = adminLinks,
  fillsScreen = false,
  path = '/admin',
): Promise<void> {
  const component = () => (
    <AppShell title="Admin Panel" links={links} startsCollapsed={startsCollapsed} fillsScreen={fillsScreen}>
      <h1>Dashboard</h1>
    </AppShell>
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({
    routeTree: createRootRoute({ component, notFoundComponent: component }),
    history,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
}

const sidebar = () => screen.getByRole('navigation', { name: 'Admin Panel' })
const isIcons = () => sidebar().parentElement?.className.includes('collapsed')

test('AD-02 the sidebar links to all screens and back to the site', async () => {
  await renderShell()
  const links = within(sidebar()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/admin'],
    ['Users', '/admin/users'],
    ['Invitations', '/admin/invitations'],
    ['Bookings', '/admin/bookings'],
    ['Payments', '/admin/payments'],
    ['Security', '/admin/security'],
    ['Settings', '/admin/settings'],
    ['Back to Site', '/'],
  ])
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
})

test.each([
  ['/admin/audit', 'Settings'],
  ['/admin/failures', 'Dashboard'],
  ['/admin/users/7', 'Users'],
])('AD-02 on %s highlights only the link %s', async (path, label) => {
  await renderShell(false, adminLinks, false, path)
  const marked = within(sidebar())
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [label, 'true'],
  ])
})

test('AD-01 the collapsed sidebar shows icons with accessible names, and a cookie remembers it for a week', async () => {
  await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(isIcons()).toBe(true)
  expect(within(sidebar()).getByRole('link', { name: 'Dashboard' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Expand sidebar' }).getAttribute('aria-expanded')).toBe('false')
  expect(cookies).toEqual(['sidebar_state=icon; Path=/; Max-Age=604800; SameSite=Lax'])
})

test('AD-01 the sidebar starts as the cookie says', async () => {
  await renderShell(isSidebarCollapsed(`theme=dark; ${formatSidebarCookie(true)}`))
  expect(isIcons()).toBe(true)
  expect(isSidebarCollapsed('theme=dark; sidebar_state=full')).toBe(false)
  expect(isSidebarCollapsed('my_sidebar_state=icon')).toBeUndefined()
  expect(isSidebarCollapsed('')).toBeUndefined()
})

test('AD-01 the sidebar starts collapsed on a screen that fills the window, unless the cookie says otherwise', async () => {
  await renderShell(undefined, adminLinks, true)
  expect(isIcons()).toBe(true)
  cleanup()
  await renderShell(false, adminLinks, true)
  expect(isIcons()).toBe(false)
})

test.each(['Control', 'Meta'])('AD-01 %s+B toggles the sidebar, and B alone does not', async (key) => {
  await renderShell()
  await userEvent.keyboard('b')
  expect(isIcons()).toBe(false)
  await userEvent.keyboard(`{${key}>}b{/${key}}`)
  expect(isIcons()).toBe(true)
  await userEvent.keyboard(`{${key}>}b{/${key}}`)
  expect(isIcons()).toBe(false)
  expect(cookies).toHaveLength(2)
})

test('AD-01 on a phone the menu button opens a drawer with the links', async () => {
  isPhone = true
  await renderShell()
  await userEvent.keyboard('{Control>}b{/Control}')
  const drawer = within(await screen.findByRole('dialog', { name: 'Admin Panel' }))
  expect(drawer.getByRole('link', { name: 'Back to Site' })).toBeTruthy()
  expect(cookies).toEqual([])
})

test('M-01 shows the number of waiting items next to a link, and in its name when collapsed', async () => {
  const links = [
    { href: '/admin', label: 'Dashboard', icon: LayoutDashboard, count: 0 },
    { href: '/dashboard/network', label: 'Network', icon: LayoutDashboard, count: 3 },
  ]
  await renderShell(false, links)
  const named = () =>
    within(sidebar())
      .getAllByRole('link')
      .map((link) => link.textContent)
  expect(named()).toEqual(['Dashboard', 'Network3 waiting', 'Back to Site'])
  await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(within(sidebar()).getByRole('link', { name: 'Network, 3 waiting' })).toBeTruthy()
})
