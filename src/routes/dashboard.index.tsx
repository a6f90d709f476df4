import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { unreadQuery } from '~/features/chat/web/queries'
import { DashboardPage } from '~/features/members/web/dashboard-page'
import { activityQuery, dashboardQuery } from '~/features/members/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/')({
  loader: async ({ context: { queryClient } }) => {
    // Prefetching does not throw: without its activity the dashboard is still one.
    await Promise.all([
      queryClient.ensureQueryData(dashboardQuery()),
      queryClient.prefetchQuery(activityQuery()),
      queryClient.prefetchQuery(unreadQuery()),
    ])
  },
  head: ({ match }) => privateHead(match, 'Dashboard'),
  errorComponent: ScreenFailed,
  component: DashboardRoute,
})

function DashboardRoute() {
  const { data: dashboard } = useSuspenseQuery(dashboardQuery())
  const { data: chat } = useQuery(unreadQuery())
  return <DashboardPage dashboard={dashboard} unread={chat?.unread ?? null} />
}
