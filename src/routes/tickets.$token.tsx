import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { meQuery } from '~/features/identity/web/queries'
import { AcceptTransferPage, TransferNotFound } from '~/features/tickets/web/transfers/accept-transfer-page'
import { transferQuery } from '~/features/tickets/web/transfers/transfer-queries'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/tickets/$token')({
  loader: async ({ context: { queryClient }, params: { token } }) => {
    await Promise.all([
      resolveOrThrowNotFound(queryClient.ensureQueryData(transferQuery(token))),
      queryClient.ensureQueryData(meQuery()),
    ])
  },
  head: ({ match }) => createPrivateHead(match, 'A ticket for you'),
  notFoundComponent: TransferNotFound,
  component: AcceptTicketRoute,
})

function AcceptTicketRoute() {
  const { token } = Route.useParams()
  const { data: me } = useSuspenseQuery(meQuery())
  const navigate = Route.useNavigate()
  return (
    <AcceptTransferPage
      token={token}
      isSignedIn={me !== null}
      onSignIn={(tab) => void navigate({ to: '/auth', search: { tab, next: `/tickets/${token}` } })}
      onAccepted={(id) => void navigate({ to: '/customer/tickets/$id', params: { id } })}
    />
  )
}
