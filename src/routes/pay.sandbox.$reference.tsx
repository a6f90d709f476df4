import { createFileRoute, notFound } from '@tanstack/react-router'
import { sandboxQuery } from '~/features/ticketing/web/queries'
import { SandboxPage } from '~/features/ticketing/web/sandbox-page'
import { hasCode } from '~/platform/rpc/errors'

export const Route = createFileRoute('/pay/sandbox/$reference')({
  staticData: { frame: { nav: 'none', footer: false } },
  loader: async ({ context: { queryClient }, params: { reference } }) => {
    try {
      await queryClient.ensureQueryData(sandboxQuery(reference))
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_REQUEST')) throw notFound()
      throw error
    }
  },
  head: () => ({
    meta: [{ title: 'Sandbox payment — Back to Back' }, { name: 'robots', content: 'noindex' }],
  }),
  component: SandboxRoute,
})

function SandboxRoute() {
  const { reference } = Route.useParams()
  return <SandboxPage reference={reference} />
}
