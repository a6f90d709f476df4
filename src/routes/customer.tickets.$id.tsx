import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { meQuery } from '~/features/identity/web/queries'
import { NotYours } from '~/features/ticketing/web/not-yours'
import { ticketQuery } from '~/features/ticketing/web/queries'
import { TicketPage } from '~/features/ticketing/web/ticket-page'
import { orNotFound } from './-frame/or-not-found'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/customer/tickets/$id')({
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await orNotFound(queryClient.ensureQueryData(ticketQuery(id)))
  },
  head: ({ match }) => privateHead(match, 'Ticket'),
  notFoundComponent: () => <NotYours what="ticket" />,
  component: TicketRoute,
})

function TicketRoute() {
  const { id } = Route.useParams()
  // From the cache: verifying the email in another tab updates the page.
  const { data: me } = useQuery(meQuery())
  const mustVerify = me != null && me.email !== null && !me.isEmailVerified
  return <TicketPage ticketId={id} mustVerify={mustVerify} />
}
