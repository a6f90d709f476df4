import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { ThemeProvider } from '~/design/theme-context'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'

export async function renderRequest(part: ReactNode): Promise<void> {
  // jsdom has no media queries: pretend a mouse and a wide window.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ThemeProvider initial="dark">
          {part}
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

export function resetRequestPage(): void {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  registerLink(undefined)
}

/** A December 2026 for a DJ in Berlin; every other month is empty. */
export function getMonth({ month }: { month: string }) {
  const days =
    month === '2026-12' ? december : month === '2027-01' ? [{ day: '2027-01-08', state: 'free' }] : []
  return { timezone: 'Europe/Berlin', today: '2026-11-21', days }
}

const december = [
  { day: '2026-12-04', state: 'free' },
  { day: '2026-12-05', state: 'held' },
  { day: '2026-12-11', state: 'booked' },
  { day: '2026-12-12', state: 'held' },
  { day: '2026-12-18', state: 'free' },
  { day: '2026-12-19', state: 'free' },
]
