import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { DashboardPage } from '~/features/members/web/dashboard-page'
import { activityQuery, dashboardQuery } from '~/features/members/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

export const Route = createFileRoute('/dashboard/')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient } }) => {
    // Prefetching does not throw: without its activity the dashboard is still one.
    await Promise.all([
      queryClient.ensureQueryData(dashboardQuery()),
      queryClient.prefetchQuery(activityQuery()),
    ])
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: () => ({ meta: [{ title: 'Dashboard — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  component: DashboardRoute,
})

function DashboardRoute() {
  const { startsCollapsed } = Route.useLoaderData()
  const { data: dashboard } = useSuspenseQuery(dashboardQuery())
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={startsCollapsed}>
      <DashboardPage dashboard={dashboard} />
    </AppShell>
  )
}
