import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { registerLink } from '~/platform/rpc/link'
import type { DjCard, DjDetail } from '../contract-shapes'

export async function renderPart(part: ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
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
  cleanup()
  registerLink(undefined)
}

export const maraCard: DjCard = {
  id: '018cc251-fbd0-79f3-ba6e-db64b9940267',
  name: 'Mara Voss',
  genre: 'Techno',
  location: 'Berlin, DE',
  avatarUrl: null,
  isVerified: true,
  rating: 4.9,
  bookings: 214,
}

export const mara: DjDetail = {
  ...maraCard,
  genres: ['Techno', 'House'],
  bio: 'Cut dubplates in a laundromat.\n\nPlays three hours or more.',
  equipment: ['2 × Turntables, direct drive', 'A very large van'],
  rateCents: 120_000,
  availabilityDays: [5, 6],
  priceRange: null,
  depositPercent: 25,
  contact: { email: 'bookings@voss.example', phone: '+49 30 555 0142', restrictedTo: null },
  socialLinks: [{ label: 'SoundCloud', url: 'https://voss.example/sets' }],
  upcomingEvents: [
    {
      id: '018cc251-fbd0-79f3-ba6e-000000000001',
      title: 'Low Ceiling',
      startsAt: '2026-12-11T22:30:00.000Z',
      timezone: 'Europe/Berlin',
      venueName: 'The Cistern',
      location: 'Berlin',
      imageUrl: null,
    },
  ],
  pastEvents: [
    {
      id: '018cc251-fbd0-79f3-ba6e-000000000002',
      title: 'Signal and Noise',
      startsAt: '2025-12-31T20:00:00.000Z',
      timezone: 'Europe/Amsterdam',
      venueName: 'Observatory',
      location: 'Amsterdam',
      imageUrl: null,
    },
  ],
  isSelf: false,
  isPublic: true,
}
