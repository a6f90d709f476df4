import { createFileRoute } from '@tanstack/react-router'
import { MessageButton } from '~/features/chat/web/direct/message-button'
import { WhenConnected } from '~/features/network/web/connect-button'
import { settlementQuery } from '~/features/settlements/web/queries'
import { SettlementPage } from '~/features/settlements/web/settlement/settlement-page'
import {
  SettlementLoading,
  SettlementNotFound,
} from '~/features/settlements/web/settlement/settlement-placeholders'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/events/$id/settlement')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { event } = await resolveOrThrowNotFound(queryClient.ensureQueryData(settlementQuery(id)))
    return { title: event.title }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `Settlement of ${loaderData.title}` : 'Settlement not found'),
  pendingMs: 300,
  pendingComponent: () => <SettlementLoading />,
  notFoundComponent: () => <SettlementNotFound />,
  errorComponent: ScreenFailed,
  component: SettlementRoute,
})

function SettlementRoute() {
  const { id } = Route.useParams()
  const { me } = Route.useRouteContext()
  return <SettlementPage key={id} eventId={id} ownId={me.id} contact={renderContact} />
}

function renderContact({ id, name }: { id: string; name: string }) {
  return (
    <WhenConnected personId={id}>
      <MessageButton personId={id} name={name} />
    </WhenConnected>
  )
}
