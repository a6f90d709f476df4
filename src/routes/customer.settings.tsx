import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { isMember } from '~/platform/rpc/access'
import { pageCookies } from '~/platform/rpc/page-request'
import { guestLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { ScreenFailed } from './-app-shell/screen-failed'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'
import { privateHead } from './-frame/page-head'
import { loadOwnSettings, OwnSettings } from './-settings/own-settings'

/** The settings of whoever is no member, also while the members' area is closed to them. */
export const Route = createFileRoute('/customer/settings')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => {
    const me = await requireSignedIn(options)
    if (isMember(me.roles))
      throw redirect({ to: '/dashboard/settings', hash: options.location.hash, replace: true })
    return { me }
  },
  loader: async ({ context: { queryClient } }) => {
    await loadOwnSettings(queryClient)
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: ({ match }) => privateHead(match, 'Settings'),
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  const { me } = Route.useRouteContext()
  const { startsCollapsed } = Route.useLoaderData()
  return (
    <AppShell title="Your Account" links={guestLinks} startsCollapsed={startsCollapsed}>
      <OwnSettings me={me} here="/customer/settings" />
    </AppShell>
  )
}
