import { createFileRoute, redirect } from '@tanstack/react-router'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { privateHead } from './-frame/page-head'
import { loadOwnSettings, OwnSettings } from './-settings/own-settings'
import { SettingsLoading } from './-settings/settings-loading'

/** Of members. Mails and notices lead everybody here: who is none goes on to where theirs are. */
export const Route = createFileRoute('/dashboard/settings')({
  beforeLoad: ({ context: { me }, location: { hash } }) => {
    if (!isMember(me.roles)) throw redirect({ to: '/customer/settings', hash, replace: true })
  },
  loader: async ({ context: { queryClient } }) => loadOwnSettings(queryClient),
  head: ({ match }) => privateHead(match, 'Settings'),
  pendingComponent: SettingsLoading,
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  return <OwnSettings here="/dashboard/settings" />
}
