import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BookingPage } from '~/features/bookings/web/desk/booking-page'
import { BookingFailed, BookingLoading, BookingNotFound } from '~/features/bookings/web/desk/booking-states'
import { bookingQuery } from '~/features/bookings/web/queries'
import { requireSignedIn } from '~/features/identity/web/guards'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'
import { orNotFound } from './-frame/or-not-found'

export const Route = createFileRoute('/dashboard/bookings/$id')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { title } = await orNotFound(queryClient.ensureQueryData(bookingQuery(id)))
    return { title, startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: `${loaderData ? `${loaderData.title}, booking` : 'Booking'} — Back to Back` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  pendingMs: 300,
  pendingComponent: () => (
    <Shell>
      <BookingLoading />
    </Shell>
  ),
  notFoundComponent: () => (
    <Shell>
      <BookingNotFound />
    </Shell>
  ),
  errorComponent: FailedRoute,
  component: BookingRoute,
})

function BookingRoute() {
  const { id } = Route.useParams()
  const { data: booking } = useSuspenseQuery(bookingQuery(id))
  return (
    <Shell>
      <BookingPage key={id} booking={booking} />
    </Shell>
  )
}

function FailedRoute({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Shell>
      <BookingFailed
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Shell>
  )
}

/** The frame of the page in each of its states; while nothing is loaded, the sidebar stands as it is most often. */
function Shell({ children }: { children: ReactNode }) {
  const loaded = Route.useLoaderData() as { startsCollapsed: boolean } | undefined
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={loaded?.startsCollapsed ?? false}>
      {children}
    </AppShell>
  )
}
