import { createFileRoute } from '@tanstack/react-router'
import { sampleCountsQuery } from '~/features/administration/web/queries'
import { SampleData, useSampleDescription } from '~/features/administration/web/sample-data/sample-data'
import { settingsQuery } from '~/features/settings/web/queries'
import { SettingsPage } from '~/features/settings/web/settings-page'
import { SettingsSection } from '~/features/settings/web/settings-section'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/settings')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(settingsQuery()),
      queryClient.ensureQueryData(sampleCountsQuery()),
    ]).then(() => undefined),
  head: ({ match }) => createPrivateHead(match, 'Settings'),
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  const { me } = Route.useRouteContext()
  return <SettingsPage email={me.email} sample={<SampleSection />} />
}

function SampleSection() {
  return (
    <SettingsSection title="Sample data" about={useSampleDescription()}>
      <SampleData />
    </SettingsSection>
  )
}
