import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { registerLink } from '~/platform/rpc/link'
import type { NotificationItem } from '../contract'

export async function renderPart(part: ReactNode): Promise<QueryClient> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  })
  await router.load()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return queryClient
}

export function clearParts(): void {
  cleanup()
  registerLink(undefined)
}

export const request: NotificationItem = {
  id: '019aa000-0000-7000-8000-000000000003',
  kind: 'connection_request',
  subjectId: '019aa000-0000-7000-8000-0000000000c1',
  actor: { id: '019aa000-0000-7000-8000-0000000000a1', name: 'Dae-Jung Park', avatarUrl: null },
  segments: [
    { text: 'Dae-Jung Park', isStrong: true },
    { text: ' wants to connect', isStrong: false },
  ],
  link: '/dashboard/network?tab=pending',
  action: 'Answer',
  readAt: null,
  at: new Date(Date.now() - 9 * 60_000).toISOString(),
}

export const offer: NotificationItem = {
  ...request,
  id: '019aa000-0000-7000-8000-000000000002',
  kind: 'booking_offer',
  subjectId: 'b1',
  actor: { id: '019aa000-0000-7000-8000-0000000000a2', name: 'Sofia Lind', avatarUrl: null },
  segments: [
    { text: 'Sofia Lind', isStrong: true },
    { text: ' offers you ', isStrong: false },
    { text: '$1,200.00', isStrong: true },
  ],
  link: '/dashboard/bookings/b1',
}

/** A read notification without an actor. */
export const expired: NotificationItem = {
  ...request,
  id: '019aa000-0000-7000-8000-000000000001',
  kind: 'booking_expired',
  subjectId: 'b2',
  actor: null,
  segments: [{ text: 'Low Ceiling expired without an answer', isStrong: false }],
  link: '/dashboard/bookings/b2',
  action: null,
  readAt: '2026-11-20T02:00:00.000Z',
}
