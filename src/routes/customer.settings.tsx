import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requireSignedIn } from '~/features/identity/web/guards'
import { isMember } from '~/platform/rpc/access'
import { getPageCookies } from '~/platform/rpc/page-request'
import { listGuestLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { checkIsExcludedFromMembersArea } from './-app-shell/members-area'
import { ScreenFailed } from './-app-shell/screen-failed'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'
import { createPrivateHead } from './-frame/page-head'
import { loadOwnSettings, OwnSettings } from './-settings/own-settings'
import { SettingsLoading } from './-settings/settings-loading'

/** Settings of non-members, whether or not the members' area is open to them. Members have theirs inside it. */
export const Route = createFileRoute('/customer/settings')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => {
    const me = await requireSignedIn(options)
    if (isMember(me.roles))
      throw redirect({ to: '/dashboard/settings', hash: options.location.hash, replace: true })
    return { me }
  },
  loader: async ({ context: { queryClient, me } }) => {
    const [isOutside] = await Promise.all([
      checkIsExcludedFromMembersArea(queryClient, me),
      loadOwnSettings(queryClient),
    ])
    return { isOutside, startsCollapsed: isSidebarCollapsed(getPageCookies()) }
  },
  head: ({ match }) => createPrivateHead(match, 'Settings'),
  pendingComponent: SettingsPending,
  errorComponent: SettingsFailed,
  component: SettingsRoute,
})

const here = '/customer/settings'

function SettingsRoute() {
  const { isOutside, startsCollapsed } = Route.useLoaderData()
  return (
    <AppShell
      title="Your Account"
      links={listGuestLinks({ here, isExcludedFromMembersArea: isOutside })}
      startsCollapsed={startsCollapsed}
    >
      <OwnSettings here={here} />
    </AppShell>
  )
}

/** Part of this route, so that it also surrounds the loading and error states. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <AppShell
      title="Your Account"
      links={listGuestLinks({ here, isExcludedFromMembersArea: true })}
      startsCollapsed={isSidebarCollapsed(getPageCookies())}
    >
      {children}
    </AppShell>
  )
}

function SettingsPending() {
  return (
    <Frame>
      <SettingsLoading />
    </Frame>
  )
}

function SettingsFailed(failure: ErrorComponentProps) {
  return (
    <Frame>
      <ScreenFailed {...failure} />
    </Frame>
  )
}
