import { createFileRoute } from '@tanstack/react-router'
import { ScreenFailed } from './-app-shell/screen-failed'
import { privateHead } from './-frame/page-head'
import { loadOwnSettings, OwnSettings } from './-settings/own-settings'

export const Route = createFileRoute('/dashboard/settings')({
  loader: async ({ context: { queryClient } }) => loadOwnSettings(queryClient),
  head: ({ match }) => privateHead(match, 'Settings'),
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  const { me } = Route.useRouteContext()
  return <OwnSettings me={me} here="/dashboard/settings" />
}
