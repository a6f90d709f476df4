import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { InvalidUnsubscribeLink, UnsubscribePage } from '~/features/notifications/web/unsubscribe-page'
import { unsubscribeStatusQuery } from '~/features/notifications/web/queries'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

// Opening this page changes nothing, because email scanners follow every link. The one-click POST to its URL is
// handled by a raw route.
export const Route = createFileRoute('/unsubscribe/$token')({
  staticData: { frame: { nav: 'lilac', hasOwnAction: true } },
  loader: async ({ context: { queryClient }, params: { token } }) => {
    await resolveOrThrowNotFound(queryClient.ensureQueryData(unsubscribeStatusQuery(token)))
  },
  // The URL contains the token, which must not leak in the referrer.
  head: ({ match }) => createPrivateHead(match, 'Mails', { name: 'referrer', content: 'no-referrer' }),
  component: UnsubscribeRoute,
  notFoundComponent: InvalidUnsubscribeLink,
})

function UnsubscribeRoute() {
  const { token } = Route.useParams()
  const { data: stop } = useSuspenseQuery(unsubscribeStatusQuery(token))
  return <UnsubscribePage token={token} stop={stop} />
}
