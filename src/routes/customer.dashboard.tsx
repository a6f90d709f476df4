import { createFileRoute } from '@tanstack/react-router'
import { myEventsQuery } from '~/features/events/web/my-events/my-events-queries'
import { TonightCheckIn } from '~/features/events/web/my-events/tonight-check-in'
import { requireSignedIn } from '~/features/identity/web/guards'
import { InvoiceDownloads } from '~/features/invoices/web/order-invoices'
import { invoicesQuery } from '~/features/invoices/web/queries'
import { CustomerDashboard } from '~/features/tickets/web/customer-dashboard'
import { OrderHistory } from '~/features/orders/web/order-history'
import { listPaidOrderIds } from '~/features/orders/web/paid-order-ids'
import { ordersQuery } from '~/features/orders/web/queries'
import { TicketsNote } from '~/features/orders/web/refunds/tickets-note'
import { ticketsQuery } from '~/features/tickets/web/queries'
import { waitlistsQuery } from '~/features/tickets/web/waitlist/waitlist-queries'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/customer/dashboard')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'tickets' | 'orders' | undefined } => ({
    tab: tab === 'tickets' || tab === 'orders' ? tab : undefined,
  }),
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: async ({ context: { queryClient }, deps: { tab } }) => {
    // Prefetching doesn't throw: the tickets appear even if the events and waitlists fail to load.
    const extra = [queryClient.prefetchInfiniteQuery(myEventsQuery())]
    if (tab === 'orders') {
      const { pages } = await queryClient.ensureInfiniteQueryData(ordersQuery())
      const pagesOfIds = pages.map(({ orders }) => listPaidOrderIds(orders)).filter((ids) => ids.length > 0)
      await Promise.all([...pagesOfIds.map((ids) => queryClient.prefetchQuery(invoicesQuery(ids))), ...extra])
    } else {
      await Promise.all([
        queryClient.ensureInfiniteQueryData(ticketsQuery('upcoming')),
        queryClient.ensureInfiniteQueryData(ticketsQuery('past')),
        queryClient.prefetchQuery(waitlistsQuery()),
        ...extra,
      ])
    }
  },
  head: ({ match }) => createPrivateHead(match, 'My Dashboard'),
  component: DashboardRoute,
})

function DashboardRoute() {
  const { tab = 'tickets' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CustomerDashboard
      tab={tab}
      checkIn={<TonightCheckIn />}
      EventNote={TicketsNote}
      orders={<OrderHistory Invoices={InvoiceDownloads} />}
      onTab={(next) => void navigate({ search: { tab: next === 'tickets' ? undefined : next } })}
    />
  )
}
