import { t } from '@lingui/core/macro'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { LinkButton } from '~/design/link-button'
import { ThemeSwitch } from '~/design/theme-switch'
import { notify } from '~/design/toast'
import { DeleteSection } from '~/features/account/web/delete-section'
import { ExportSection } from '~/features/account/web/export-section'
import { ApiKeysSection } from '~/features/api-keys/web/api-keys-section'
import { apiKeysQuery } from '~/features/api-keys/web/queries'
import { loadExportAndRemoval } from '~/features/account/web/queries'
import { type Me, meQuery } from '~/features/identity/web/queries'
import { Factors } from '~/features/identity/web/settings/factors'
import { LinkedIdentities, useHasIdentities } from '~/features/identity/web/settings/linked-identities'
import { OwnAccount } from '~/features/identity/web/settings/own-account'
import { Passkeys } from '~/features/identity/web/settings/passkeys'
import { PasswordForm } from '~/features/identity/web/settings/password-form'
import { ReauthenticationProvider } from '~/features/identity/web/settings/reauthentication-provider'
import { SecurityActivity } from '~/features/identity/web/settings/security-activity'
import { SettingRow } from '~/design/setting-row'
import { loadSettings } from '~/features/identity/web/settings/settings-queries'
import {
  isReauthenticationCancelled,
  useIsReauthenticating,
  useWithReauthentication,
} from '~/features/identity/web/settings/use-with-reauthentication'
import { useFinishSignOut } from '~/features/identity/web/use-sign-out'
import { useRefreshMe } from '~/features/identity/web/use-after-sign-in'
import { BillingDetailsSection } from '~/features/invoices/web/billing-details'
import { billingDetailsQuery } from '~/features/invoices/web/queries'
import { RedeemForm } from '~/features/invitations/web/redeem/redeem-form'
import { EmailPreferences } from '~/features/notifications/web/email-preferences'
import { emailPreferencesQuery } from '~/features/notifications/web/queries'
import { PayoutsBadge, PayoutsSection } from '~/features/payees/web/payouts-section'
import { payoutsQuery } from '~/features/payees/web/queries'
import { PayoutFigures } from '~/features/settlements/web/payouts/payout-figures'
import { PayoutList } from '~/features/settlements/web/payouts/payout-list'
import { overviewQuery, payoutListQuery } from '~/features/settlements/web/queries'
import { webhooksQuery } from '~/features/webhooks/web/queries'
import { WebhooksSection } from '~/features/webhooks/web/webhooks-section'
import { isMember } from '~/platform/rpc/access'
import { SettingsLoading } from './settings-loading'
import { SettingsPage, type SettingsSection } from './settings-page'
import styles from './settings.module.css'

/** Loads the queries of the sections, for either URL. A failed query is shown in its section; rejects if all fail. */
export async function loadOwnSettings(queryClient: QueryClient): Promise<void> {
  const me = queryClient.getQueryData(meQuery().queryKey)
  const read = await Promise.allSettled([
    ...loadSettings(queryClient),
    queryClient.ensureQueryData(emailPreferencesQuery()),
    queryClient.ensureQueryData(apiKeysQuery()),
    ...loadExportAndRemoval(queryClient),
    ...(hasPayouts(me)
      ? [
          loadPayouts(queryClient),
          queryClient.ensureQueryData(billingDetailsQuery()),
          queryClient.ensureQueryData(webhooksQuery()),
        ]
      : []),
  ])
  const failed = read.filter((result) => result.status === 'rejected')
  if (failed.length === read.length) throw failed[0]?.reason
}

/**
 * Loads the payouts and the next payout, which are shown only for a connected payout account. Each of the two shows
 * its own error.
 */
async function loadPayouts(queryClient: QueryClient): Promise<void> {
  const { payee } = await queryClient.ensureQueryData(payoutsQuery())
  if (payee?.status === 'connected')
    await Promise.all([
      queryClient.prefetchQuery(overviewQuery()),
      queryClient.prefetchInfiniteQuery(payoutListQuery()),
    ])
}

/** Only members sell tickets, so only they have payouts. */
const hasPayouts = (me: Me | null | undefined) => me != null && isMember(me.roles)

type OwnSettingsProps = {
  here: '/dashboard/settings' | '/customer/settings'
}

/** Renders only while someone is signed in: afterwards its queries would be refused. */
export function OwnSettings(props: OwnSettingsProps) {
  const { data: me } = useSuspenseQuery(meQuery())
  return me === null ? <SettingsLoading /> : <Sections {...props} me={me} />
}

/** A signed-in person's settings, the same for members and customers; each section belongs to a feature. */
function Sections({ me, here }: OwnSettingsProps & { me: Me }) {
  const refresh = useRefreshMe()
  const leave = useFinishSignOut()
  const hasIdentities = useHasIdentities()
  const hasProfile = isMember(me.roles)
  const sections: (SettingsSection | false)[] = [
    { id: 'account', title: 'Account', content: <OwnAccountSettings hasProfile={hasProfile} /> },
    {
      id: 'password',
      title: 'Password',
      about: 'Changing your password signs you out in every other browser and app.',
      content: <PasswordForm />,
    },
    {
      id: 'factor',
      title: 'Two-step verification',
      about: 'A code from your phone, or a key, on top of the password.',
      content: <Factors />,
    },
    {
      id: 'passkeys',
      title: 'Passkeys',
      about: 'Sign in with your fingerprint, your face or a security key instead of a password.',
      content: <Passkeys />,
    },
    hasIdentities && {
      id: 'linked',
      title: 'Linked accounts',
      about: 'Other sign-in methods. You can’t remove the last one.',
      content: <LinkedIdentities here={here} />,
    },
    {
      id: 'security',
      title: 'Security activity',
      about: 'Sign-ins and changes to your account.',
      content: <SecurityActivity hasWebhooks={hasProfile} />,
    },
    {
      id: 'api-keys',
      title: 'API keys',
      about: 'Keys that let your programs read and change your data.',
      content: <OwnApiKeys />,
    },
    !hasProfile && createInvitationSection(() => refresh('/dashboard/settings')),
    {
      id: 'mail',
      title: 'Emails and notifications',
      about: 'You get an email and a notification about everything that needs your answer.',
      content: (
        <EmailPreferences
          address={me.email === null ? 'none' : me.isEmailVerified ? 'confirmed' : 'unconfirmed'}
        />
      ),
    },
    hasProfile && {
      id: 'payouts',
      title: 'Payouts',
      badge: <PayoutsBadge />,
      content: (
        <PayoutsSection id="payouts" figures={<PayoutFigures />}>
          <PayoutList />
        </PayoutsSection>
      ),
    },
    hasProfile && {
      id: 'billing',
      title: 'Billing details',
      about: 'The seller of tickets for your events, as shown on your invoices.',
      content: <BillingDetailsSection />,
    },
    hasProfile && {
      id: 'webhooks',
      title: 'Webhooks',
      about: 'Requests that we send to your own server when your data changes.',
      content: <OwnWebhooks />,
    },
    {
      id: 'data',
      title: 'Your data',
      about: 'Everything we hold about you, as one JSON archive.',
      content: <OwnDataExport />,
    },
    { id: 'delete', title: 'Delete account', content: <DeleteOwnAccount onRemoval={leave} /> },
  ]
  return (
    <ReauthenticationProvider>
      <SettingsPage sections={sections.filter((section) => section !== false)} />
    </ReauthenticationProvider>
  )
}

function DeleteOwnAccount({ onRemoval }: Pick<ComponentProps<typeof DeleteSection>, 'onRemoval'>) {
  return (
    <DeleteSection
      withReauthentication={useWithReauthentication(
        t`Deleting your account can’t be undone, so please confirm that it’s you.`,
      )}
      isReauthenticationCancelled={isReauthenticationCancelled}
      isReauthenticating={useIsReauthenticating()}
      onRemoval={onRemoval}
    />
  )
}

function OwnWebhooks() {
  return (
    <WebhooksSection
      withReauthentication={useWithReauthentication(
        t`A webhook sends your account’s data to another server, so please confirm that it’s you.`,
      )}
      isReauthenticationCancelled={isReauthenticationCancelled}
      isReauthenticating={useIsReauthenticating()}
    />
  )
}

function OwnApiKeys() {
  return (
    <ApiKeysSection
      withReauthentication={useWithReauthentication(
        t`An API key gives access to your account’s data, so please confirm that it’s you.`,
      )}
      isReauthenticationCancelled={isReauthenticationCancelled}
      isReauthenticating={useIsReauthenticating()}
    />
  )
}

function OwnDataExport() {
  return (
    <ExportSection
      withReauthentication={useWithReauthentication(
        t`The copy has all your data, so please confirm that it’s you.`,
      )}
      isReauthenticationCancelled={isReauthenticationCancelled}
    />
  )
}

function OwnAccountSettings({ hasProfile }: { hasProfile: boolean }) {
  return (
    <OwnAccount
      profile={
        hasProfile && (
          <LinkButton size="sm" to="/dashboard/profile">
            Edit profile
          </LinkButton>
        )
      }
    >
      <SettingRow title="Theme" end={<ThemeSwitch full={false} />} />
    </OwnAccount>
  )
}

/** For accounts that aren't members yet; disappears when the person redeems an invite code. */
function createInvitationSection(refresh: () => Promise<void>): SettingsSection {
  return {
    id: 'invitation',
    title: 'Invitation code',
    about: 'If a member gave you a code, redeem it to become a member. You keep your tickets.',
    content: (
      <div className={styles.invitation}>
        <RedeemForm
          isTitled
          onRedeemed={async () => {
            await refresh()
            notify.success('You’re a member now.')
          }}
        />
      </div>
    ),
  }
}
