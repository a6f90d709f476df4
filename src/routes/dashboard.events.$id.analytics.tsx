import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsLoading } from '~/features/events/web/analytics/analytics-loading'
import { AnalyticsPage } from '~/features/events/web/analytics/analytics-page'
import { numbersQuery } from '~/features/events/web/analytics/numbers-query'
import { DraftNotFound } from '~/features/events/web/dashboard/edit/draft-placeholders'
import { OpenDisputes } from '~/features/orders/web/disputes/open-disputes'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/events/$id/analytics')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { event } = await resolveOrThrowNotFound(queryClient.ensureQueryData(numbersQuery(id)))
    return { title: event.title }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `Analytics of ${loaderData.title}` : 'Analytics'),
  pendingMs: 300,
  pendingComponent: () => <AnalyticsLoading />,
  notFoundComponent: () => <DraftNotFound />,
  errorComponent: ScreenFailed,
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  const { id } = Route.useParams()
  const { site } = Route.useRouteContext()
  const { event } = useSuspenseQuery(numbersQuery(id)).data
  return (
    <AnalyticsPage
      key={id}
      id={id}
      feeBasisPoints={site.feeBasisPoints}
      notice={event.canManageMoney && <OpenDisputes eventId={id} timezone={event.timezone} />}
    />
  )
}
