import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AdminDashboard } from '~/features/administration/web/admin-dashboard'
import { overviewQuery } from '~/features/administration/web/queries'
import { requireAdmin } from '~/features/identity/web/guards'
import { pageCookies } from '~/platform/rpc/page-request'
import { adminLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

export const Route = createFileRoute('/admin/')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireAdmin(options) }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(overviewQuery())
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: () => ({ meta: [{ title: 'Admin Panel — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  component: AdminRoute,
})

function AdminRoute() {
  const { startsCollapsed } = Route.useLoaderData()
  const { data: overview } = useSuspenseQuery(overviewQuery())
  return (
    <AppShell title="Admin Panel" links={adminLinks} startsCollapsed={startsCollapsed}>
      <AdminDashboard overview={overview} />
    </AppShell>
  )
}
