import { createFileRoute } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { OrderInvoices } from '~/features/invoices/web/order-invoices'
import { AttendeesPage } from '~/features/tickets/web/attendees/attendees-page'
import type { RefundDialogRequest } from '~/features/tickets/web/attendees/attendees-page-props'
import {
  attendeesQuery,
  guestsQuery,
  messagesQuery,
  overviewQuery,
  reachQuery,
} from '~/features/tickets/web/attendees/attendees-queries'
import { readAttendeesSearch } from '~/features/tickets/web/attendees/attendees-search'
import { AttendeesLoading, AttendeesNotFound } from '~/features/tickets/web/attendees/attendees-placeholders'
import { offlineSentence } from '~/platform/rpc/errors'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'
import { usePagedSearch } from './-frame/use-paged-search'

export const Route = createFileRoute('/dashboard/events/$id/guests')({
  validateSearch: readAttendeesSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { id }, deps }) => {
    const { event } = await resolveOrThrowNotFound(queryClient.ensureQueryData(overviewQuery(id)))
    // A part that fails to load shows its own error. In the browser the page appears before its parts have loaded.
    const read =
      deps.tab === 'guests'
        ? [queryClient.ensureQueryData(guestsQuery(id))]
        : deps.tab === 'messages'
          ? [queryClient.ensureQueryData(messagesQuery(id)), queryClient.ensureQueryData(reachQuery(id, ''))]
          : [queryClient.ensureQueryData(attendeesQuery(id, deps))]
    const all = Promise.allSettled<unknown>(read)
    if (typeof window === 'undefined') await all
    return { title: event.title }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `Guests of ${loaderData.title}` : 'Guests'),
  pendingMs: 300,
  pendingComponent: () => <AttendeesLoading />,
  notFoundComponent: () => <AttendeesNotFound />,
  errorComponent: ScreenFailed,
  component: GuestsRoute,
})

function GuestsRoute() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const change = usePagedSearch(`/dashboard/events/${id}/guests`, search)
  return (
    <AttendeesPage
      // Text typed for one event must not appear for another.
      key={id}
      eventId={id}
      search={search}
      onSearchChange={change}
      refund={refund}
      invoices={showInvoices}
    />
  )
}

const loadRefund = () => import('~/features/orders/web/refunds/refund-actions')

const refund = (request: RefundDialogRequest) => <Refund {...request} />

const showInvoices = (orderId: string) => <OrderInvoices orderId={orderId} />

function Refund({ orderId, ticketId, onClose }: RefundDialogRequest) {
  const part = useLazyModule(loadRefund, true, () => {
    onClose()
    notify.error(offlineSentence)
  })
  return part ? <part.RefundActions orderId={orderId} ticketId={ticketId} open onClose={onClose} /> : null
}
