import { createFileRoute } from '@tanstack/react-router'
import { MailChoices } from '~/features/notifications/web/mail-choices'
import { mailChoicesQuery } from '~/features/notifications/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { AccountSection } from './-settings/account-section'
import { SettingsPage, type SettingsSection } from './-settings/settings-page'

export const Route = createFileRoute('/dashboard/settings')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(mailChoicesQuery())
  },
  head: () => ({ meta: [{ title: 'Settings — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  const { me } = Route.useRouteContext()
  // One line per section, in the order of the screen.
  const sections: SettingsSection[] = [
    { id: 'account', title: 'Account', content: <AccountSection me={me} /> },
    {
      id: 'mail',
      title: 'Mail and notices',
      about: 'What needs an answer reaches you twice, once here and once by mail.',
      content: <MailChoices canReceiveMail={me.isEmailVerified} />,
    },
  ]
  return <SettingsPage sections={sections} />
}
