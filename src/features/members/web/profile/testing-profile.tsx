import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { notify } from '~/design/toast'
import type { MyProfile } from '../../contract-shapes'
import { myProfileQuery } from '../queries'
import { ProfilePage } from './profile-page'
import type { ProfileTab } from './profile-tab'

export const profile: MyProfile = {
  id: 'mara',
  email: 'mara@backtoback.example',
  avatarUrl: null,
  memberTypes: ['dj', 'promoter'],
  profileViews: 2406,
  values: {
    fullName: 'Mara Voss',
    location: 'Berlin, DE',
    bio: 'Cut dubplates in a laundromat.',
    djName: null,
    phone: '+49 30 555 0142',
    phoneVisibility: 'connections',
    bookingEmail: 'bookings@voss.example',
    bookingEmailVisibility: 'members',
    socialLinks: [
      { label: 'SoundCloud', url: 'https://soundcloud.com/maravoss' },
      { label: 'Website', url: 'https://voss.example/' },
    ],
    genres: ['Techno'],
    priceRange: '$1,000 to $1,500',
    rateCents: 120_000,
    depositPercent: 25,
    availabilityDays: [5, 6],
    timezone: 'Europe/Berlin',
    equipment: ['2 × Turntables, direct drive', 'A very large van'],
    isPublic: true,
    version: '1',
  },
}

/** Records each toast as `tone: text`. `press` runs the action of the last toast. */
export function listenToToasts(): { messages: string[]; press: () => void } {
  const messages: string[] = []
  let action: (() => void) | undefined
  for (const tone of ['success', 'error', 'info'] as const) {
    vi.spyOn(notify, tone).mockImplementation((text, options) => {
      messages.push(`${tone}: ${text}`)
      action = options?.action?.onClick
    })
  }
  vi.spyOn(notify, 'dismiss').mockImplementation(() => undefined)
  return { messages, press: () => action?.() }
}

export async function renderProfile(shown: MyProfile = profile, startTab: ProfileTab = 'basic') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(myProfileQuery().queryKey, shown)
  const onIdentityChanged = vi.fn<() => void>()
  function Page() {
    const { data } = useSuspenseQuery(myProfileQuery())
    const [tab, setTab] = useState(startTab)
    return <ProfilePage profile={data} tab={tab} onTab={setTab} onIdentityChanged={onIdentityChanged} />
  }
  const rootRoute = createRootRoute({ component: Outlet })
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/dashboard/profile', component: Page })
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '$' })
  const router = createRouter({
    routeTree: rootRoute.addChildren([page, elsewhere]),
    history: createMemoryHistory({ initialEntries: ['/dashboard/profile'] }),
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { queryClient, router, onIdentityChanged, path: () => router.state.location.pathname }
}
