import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { sandboxPayeeQuery } from '~/features/payees/web/queries'
import { SandboxPayeePage } from '~/features/payees/web/sandbox-payee-page'
import { isId } from '~/lib/ids'
import { isMember } from '~/platform/rpc/access'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/payouts/sandbox/$account')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: (search): { event?: string } =>
    typeof search['event'] === 'string' && isId(search['event']) ? { event: search['event'] } : {},
  beforeLoad: async (options) => {
    const me = await requireSignedIn(options)
    if (!isMember(me.roles)) throw notFound()
  },
  loader: async ({ context: { queryClient }, params: { account } }) => {
    await resolveOrThrowNotFound(queryClient.ensureQueryData(sandboxPayeeQuery(account)))
  },
  head: ({ match }) => createPrivateHead(match, 'Sandbox payouts'),
  component: SandboxPayeeRoute,
})

function SandboxPayeeRoute() {
  const { account } = Route.useParams()
  const { event } = Route.useSearch()
  return <SandboxPayeePage account={account} eventId={event} />
}
