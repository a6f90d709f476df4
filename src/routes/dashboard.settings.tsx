import { createFileRoute } from '@tanstack/react-router'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'
import { loadOwnSettings, OwnSettings } from './-settings/own-settings'
import { SettingsLoading } from './-settings/settings-loading'

/** for all signed-in people. Non-members see the sidebar of their own account (`dashboard.tsx`). */
export const Route = createFileRoute('/dashboard/settings')({
  loader: async ({ context: { queryClient } }) => loadOwnSettings(queryClient),
  head: ({ match }) => createPrivateHead(match, 'Settings'),
  pendingComponent: SettingsLoading,
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  return <OwnSettings here="/dashboard/settings" />
}
