import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DisputePage } from '~/features/orders/web/disputes/dispute-page'
import { DisputeLoading, DisputeNotFound } from '~/features/orders/web/disputes/dispute-placeholders'
import { disputeQuery } from '~/features/orders/web/queries'
import { formatMoney } from '~/lib/money'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/disputes/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { amountCents, currency } = await resolveOrThrowNotFound(
      queryClient.ensureQueryData(disputeQuery(id)),
    )
    return { title: `Dispute over ${formatMoney(amountCents, currency)}` }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.title ?? 'Dispute not found'),
  pendingMs: 300,
  pendingComponent: () => <DisputeLoading />,
  notFoundComponent: () => <DisputeNotFound />,
  errorComponent: ScreenFailed,
  component: DisputeRoute,
})

function DisputeRoute() {
  const { id } = Route.useParams()
  const { data: dispute } = useSuspenseQuery(disputeQuery(id))
  return <DisputePage key={id} dispute={dispute} />
}
