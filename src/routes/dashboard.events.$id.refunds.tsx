import { createFileRoute } from '@tanstack/react-router'
import { EventRefundsPage } from '~/features/orders/web/event-refunds/event-refunds-page'
import { eventRefundsQuery } from '~/features/orders/web/event-refunds/event-refunds-query'
import {
  EventRefundsLoading,
  EventRefundsNotFound,
} from '~/features/orders/web/event-refunds/event-refunds-placeholders'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/events/$id/refunds')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { pages } = await resolveOrThrowNotFound(queryClient.ensureInfiniteQueryData(eventRefundsQuery(id)))
    return { title: pages[0]?.event.title ?? '' }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `Refunds of ${loaderData.title}` : 'Refunds'),
  pendingMs: 300,
  pendingComponent: () => <EventRefundsLoading />,
  notFoundComponent: () => <EventRefundsNotFound />,
  errorComponent: ScreenFailed,
  component: RefundsRoute,
})

function RefundsRoute() {
  const { id } = Route.useParams()
  return <EventRefundsPage key={id} id={id} />
}
