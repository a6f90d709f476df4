import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireAdmin } from '~/features/identity/web/guards'
import { ReauthenticationSourceProvider } from '~/features/identity/web/settings/reauthentication-source-provider'
import { getPageCookies } from '~/platform/rpc/page-request'
import { adminLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

/** Layout of the admin panel: the guard of R-05 and the sidebar of AD-01. */
export const Route = createFileRoute('/admin')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireAdmin(options) }),
  loader: () => ({ startsCollapsed: isSidebarCollapsed(getPageCookies()) }),
  component: AdminPanel,
})

function AdminPanel() {
  const { startsCollapsed } = Route.useLoaderData()
  return (
    <AppShell title="Admin Panel" links={adminLinks} startsCollapsed={startsCollapsed}>
      <ReauthenticationSourceProvider>
        <Outlet />
      </ReauthenticationSourceProvider>
    </AppShell>
  )
}
