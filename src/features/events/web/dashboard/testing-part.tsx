import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'

export async function renderPart(part: ReactNode): Promise<RenderResult> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  })
  await router.load()
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

/** An event as returned by dashboard lists and figures. */
export const namedEvent = {
  id: 'e1',
  title: 'Dust & Diamonds',
  status: 'published',
  startsAt: '2026-12-05T23:00:00.000Z',
  isDateOpen: false,
  timezone: 'Europe/London',
  venueName: 'Carriage Works',
  location: 'Leeds',
  imageUrl: null,
  eventType: 'club_night',
} as const
