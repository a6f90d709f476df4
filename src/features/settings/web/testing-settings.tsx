import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { Suspense } from 'react'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import type { SiteSettings } from '../contract-admin'
import { describeConflict } from '../rules/describe-conflict'
import { DEFAULT_SETTINGS, SETTING_KEYS, type Settings } from '../rules/settings'
import { SettingsPage } from './settings-page'

const noVersions = Object.fromEntries(
  Object.keys(SETTING_KEYS).map((key) => [key, 0]),
) as SiteSettings['versions']

/** Creates default settings except for `values`, each of which Juno changed once, a minute ago. */
export function createSettings(values: Partial<Settings> = {}, version = 1): SiteSettings {
  const keys = Object.keys(values) as (keyof Settings)[]
  const at = new Date(Date.now() - 100_000).toISOString()
  return {
    values: { ...DEFAULT_SETTINGS, ...values },
    versions: { ...noVersions, ...Object.fromEntries(keys.map((key) => [key, version])) },
    changed: Object.fromEntries(keys.map((key) => [key, { at, by: 'Juno Okafor' }])),
    configuredSender: 'noreply@configured.example',
  }
}

export function createConflictError(key: keyof Settings, value: string | number): ORPCError<string, unknown> {
  const at = '2026-11-21T02:00:00.000Z'
  const conflict = { key, by: 'Juno Okafor', at, value, version: 1 }
  return new ORPCError('CHANGED', {
    status: 409,
    message: describeConflict(conflict, new Date('2026-11-21T02:01:00.000Z')),
    data: { conflicts: [conflict] },
  })
}

/** Renders the page in its own router, with a second page to navigate to. */
export async function renderSettings(email: string | null = 'hanna@loom.example'): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <ThemeProvider initial="dark">
        <Outlet />
        <Link to="/privacy">Elsewhere</Link>
        <Toaster />
      </ThemeProvider>
    ),
  })
  const here = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <Suspense>
        <SettingsPage email={email} sample={<p>The sample data</p>} />
      </Suspense>
    ),
  })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/privacy',
    component: () => <h1>Another page</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

export function leavePage(): void {
  notify.dismiss()
  cleanup()
}

export function clearSettings(): void {
  leavePage()
  sessionStorage.clear()
  registerLink(undefined)
}
