import { createFileRoute } from '@tanstack/react-router'
import { sandboxQuery } from '~/features/orders/web/queries'
import { SandboxPage } from '~/features/orders/web/sandbox-page'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/pay/sandbox/$reference')({
  staticData: { frame: { nav: 'none', footer: false } },
  loader: async ({ context: { queryClient }, params: { reference } }) => {
    await resolveOrThrowNotFound(queryClient.ensureQueryData(sandboxQuery(reference)))
  },
  head: ({ match }) => createPrivateHead(match, 'Sandbox payment'),
  component: SandboxRoute,
})

function SandboxRoute() {
  const { reference } = Route.useParams()
  return <SandboxPage reference={reference} />
}
