import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { unreadQuery } from '~/features/chat/web/queries'
import { myEventsQuery } from '~/features/events/web/my-events/my-events-queries'
import { TonightCheckIn } from '~/features/events/web/my-events/tonight-check-in'
import { DashboardPage } from '~/features/members/web/dashboard-page'
import { activityQuery, dashboardQuery } from '~/features/members/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/')({
  loader: async ({ context: { queryClient } }) => {
    // Prefetching doesn't throw: the dashboard works without activity and check-in events.
    await Promise.all([
      queryClient.ensureQueryData(dashboardQuery()),
      queryClient.prefetchQuery(activityQuery()),
      queryClient.prefetchQuery(unreadQuery()),
      queryClient.prefetchInfiniteQuery(myEventsQuery()),
    ])
  },
  head: ({ match }) => createPrivateHead(match, 'Dashboard'),
  errorComponent: ScreenFailed,
  component: DashboardRoute,
})

function DashboardRoute() {
  const { data: dashboard } = useSuspenseQuery(dashboardQuery())
  const { data: chat } = useQuery(unreadQuery())
  return <DashboardPage dashboard={dashboard} unread={chat?.unread ?? null} checkIn={<TonightCheckIn />} />
}
