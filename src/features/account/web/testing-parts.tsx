import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import type { ExportState, RemovalView } from '../contract-shapes'

export async function renderPart(part: ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ThemeProvider initial="dark">
          <Suspense>{part}</Suspense>
          <Toaster />
        </ThemeProvider>
      ),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

export function clearParts(): void {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
}

export const noExport: ExportState = {
  state: 'none',
  requestedAt: null,
  expiresAt: null,
  bytes: null,
  href: null,
  nextRequestAt: null,
  emailedTo: 'mara@voss.example',
}

export const readyExport: ExportState = {
  ...noExport,
  state: 'ready',
  requestedAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-28T12:00:00.000Z',
  bytes: 421_888,
  href: '/account/data.json',
  nextRequestAt: '2026-11-22T12:00:00.000Z',
}

export const removal: RemovalView = {
  confirmBy: 'password',
  events: [],
  isLastAdmin: false,
  deleted: [
    { area: 'profile', count: 1 },
    { area: 'open_bookings', count: 2 },
  ],
  retained: [{ area: 'orders', count: 1 }],
}
