import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { MailChoices } from '~/features/notifications/web/mail-choices'
import { mailChoicesQuery } from '~/features/notifications/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'
import { AccountSection } from './-settings/account-section'
import { SettingsPage, type SettingsSection } from './-settings/settings-page'

export const Route = createFileRoute('/dashboard/settings')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(mailChoicesQuery())
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: () => ({ meta: [{ title: 'Settings — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  component: SettingsRoute,
})

function SettingsRoute() {
  const { startsCollapsed } = Route.useLoaderData()
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
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={startsCollapsed}>
      <SettingsPage sections={sections} />
    </AppShell>
  )
}
