import { createFileRoute } from '@tanstack/react-router'
import { useRefreshMe } from '~/features/identity/web/use-refresh-me'
import { RedeemForm } from '~/features/invitations/web/redeem/redeem-form'
import { MailChoices } from '~/features/notifications/web/mail-choices'
import { mailChoicesQuery } from '~/features/notifications/web/queries'
import { notify } from '~/design/toast'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { AccountSection } from './-settings/account-section'
import { SettingsPage, type SettingsSection } from './-settings/settings-page'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/settings')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(mailChoicesQuery())
  },
  head: ({ match }) => privateHead(match, 'Settings'),
  errorComponent: ScreenFailed,
  component: SettingsRoute,
})

function SettingsRoute() {
  const { me } = Route.useRouteContext()
  const refresh = useRefreshMe()
  // One line per section, in the order of the screen.
  const sections: SettingsSection[] = [
    { id: 'account', title: 'Account', content: <AccountSection me={me} /> },
    ...(isMember(me.roles) ? [] : [invitationSection(() => refresh('/dashboard/settings'))]),
    {
      id: 'mail',
      title: 'Mail and notices',
      about: 'What needs an answer reaches you twice, once here and once by mail.',
      content: (
        <MailChoices
          address={me.email === null ? 'none' : me.isEmailVerified ? 'confirmed' : 'unconfirmed'}
        />
      ),
    },
  ]
  return <SettingsPage sections={sections} />
}

/** For whoever has an account and is no member yet; it goes with the code. */
function invitationSection(refresh: () => Promise<void>): SettingsSection {
  return {
    id: 'invitation',
    title: 'Invitation code',
    about: 'A member gave you one? It makes you a member, and your tickets stay yours.',
    content: (
      <div className="set-code">
        <RedeemForm
          isTitled
          onRedeemed={async () => {
            await refresh()
            notify.success('You are a member now.')
          }}
        />
      </div>
    ),
  }
}
