import type { QueryClient } from '@tanstack/react-query'
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
    const reading = tab === 'orders' ? readOrders(queryClient) : readTickets(queryClient)
    // Prefetching doesn't throw: the tab appears even if the events fail to load.
    const all = Promise.all([reading, queryClient.prefetchInfiniteQuery(myEventsQuery())])
    // In the browser the tab appears immediately with a loading state. If it waited, a placeholder would replace the page,
    // and with it the tab that has the focus.
    if (typeof window === 'undefined') await all
    else all.catch(() => undefined)
  },
  head: ({ match }) => createPrivateHead(match, 'My Dashboard'),
  component: DashboardRoute,
})

async function readOrders(queryClient: QueryClient): Promise<void> {
  const { pages } = await queryClient.ensureInfiniteQueryData(ordersQuery())
  const pagesOfIds = pages.map(({ orders }) => listPaidOrderIds(orders)).filter((ids) => ids.length > 0)
  await Promise.all(pagesOfIds.map((ids) => queryClient.prefetchQuery(invoicesQuery(ids))))
}

async function readTickets(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.ensureInfiniteQueryData(ticketsQuery('upcoming')),
    queryClient.ensureInfiniteQueryData(ticketsQuery('past')),
    queryClient.prefetchQuery(waitlistsQuery()),
  ])
}

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
