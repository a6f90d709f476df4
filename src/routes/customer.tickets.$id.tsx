import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { meQuery } from '~/features/identity/web/queries'
import { PurchaseNotFound } from '~/features/orders/web/purchase-not-found'
import { TicketsNote } from '~/features/orders/web/refunds/tickets-note'
import { ticketQuery } from '~/features/tickets/web/queries'
import { TicketPage } from '~/features/tickets/web/ticket-page'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/customer/tickets/$id')({
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await resolveOrThrowNotFound(queryClient.ensureQueryData(ticketQuery(id)))
  },
  head: ({ match }) => createPrivateHead(match, 'Ticket'),
  notFoundComponent: () => <PurchaseNotFound kind="ticket" />,
  component: TicketRoute,
})

function TicketRoute() {
  const { id } = Route.useParams()
  // Reads the user from the cache, so that verifying the email in another tab updates the page.
  const { data: me } = useQuery(meQuery())
  const mustVerify = me != null && me.email !== null && !me.isEmailVerified
  return <TicketPage ticketId={id} mustVerify={mustVerify} EventNote={TicketsNote} />
}
