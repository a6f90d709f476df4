import { useSiteName } from '~/design/site-name'
import { EmailAddress } from '~/design/email/email-address'
import { EmailFacts, EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import type { SignInMethodChange } from './notify-of-change'

interface ChangeTexts {
  subject: string
  headline: string
  /** The change as the start of a sentence, to which " on Sat 21 Nov …" is added. */
  happened: string
  /** The same text without its subject: the email puts the name of the linked account in front of it. */
  happenedToIdentity?: string
  /** The consequence of the change. */
  besides?: string
  /**
   * The label of `elsewhere` (the name of the key or webhook) in the email’s list of facts; undefined if it isn’t
   * listed.
   */
  named?: 'API key' | 'Webhook'
  /** The action that the email recommends in the section `undoneAt`, if the change can't be undone. */
  remedy?: string
  /** The settings section where the person can undo the change; undefined if a new password is enough. */
  undoneAt?: 'account' | 'factor' | 'passkeys' | 'linked' | 'api-keys' | 'webhooks'
}

export const changeTexts: Record<SignInMethodChange, ChangeTexts> = {
  password_changed: {
    subject: 'Your password was changed',
    headline: 'Password changed',
    happened: 'Your password was changed',
    besides: 'Every other session was signed out.',
  },
  email_changed: {
    subject: 'Your email address was changed',
    headline: 'Email address changed',
    happened: 'The email address of your account was changed',
    besides: 'Use the new address to sign in.',
  },
  email_added: {
    subject: 'An email address was added',
    headline: 'Email address added',
    happened: 'An email address was added to your account',
    besides: 'You can now sign in with a link or code sent to it.',
    undoneAt: 'account',
  },
  phone_added: {
    subject: 'A phone number was added',
    headline: 'Phone number added',
    happened: 'A phone number was added to your account',
    besides: 'You can now sign in with a code sent to it.',
    undoneAt: 'account',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    headline: 'Phone number changed',
    happened: 'The phone number of your account was changed',
    besides: 'You can now sign in with a code sent to the new number. The old number no longer works.',
    undoneAt: 'account',
  },
  phone_removed: {
    subject: 'Your phone number was removed',
    headline: 'Phone number removed',
    happened: 'The phone number of your account was removed',
    besides: 'You can no longer sign in with it.',
  },
  factor_added: {
    subject: 'A two-step verification method was added',
    headline: 'Double-locked.',
    happened: 'A two-step verification method was added to your account',
    besides: 'You’ll be asked for it after your password. Every other session was signed out.',
    undoneAt: 'factor',
  },
  factor_removed: {
    subject: 'A two-step verification method was removed',
    headline: 'Two-step verification method removed',
    happened: 'A two-step verification method was removed from your account',
  },
  passkey_added: {
    subject: 'A passkey was added',
    headline: 'Passkey added',
    happened: 'A passkey was added to your account',
    besides: 'It can be used to sign in to your account without a password.',
    undoneAt: 'passkeys',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    headline: 'Passkey removed',
    happened: 'A passkey was removed from your account',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes were created',
    headline: 'New recovery codes',
    happened: 'New recovery codes were created for your account',
    besides: 'The old codes no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    headline: 'Recovery code used',
    happened: 'A recovery code was used to sign in to your account',
    besides: 'It can’t be used again.',
  },
  identity_linked: {
    subject: 'A sign-in method was linked',
    headline: 'Sign-in method linked',
    happened: 'An external account was linked to yours',
    happenedToIdentity: 'was linked to your account',
    besides: 'You can now sign in with it.',
    undoneAt: 'linked',
  },
  identity_unlinked: {
    subject: 'A sign-in method was unlinked',
    headline: 'Sign-in method unlinked',
    happened: 'An external account was unlinked from yours',
    happenedToIdentity: 'was unlinked from your account',
    besides: 'You can no longer sign in with it.',
  },
  api_key_created: {
    subject: 'An API key was created',
    headline: 'API key created',
    happened: 'An API key was created for your account',
    besides: 'A program that has the key can read or change your data, within the scopes of the key.',
    named: 'API key',
    undoneAt: 'api-keys',
  },
  api_key_revoked: {
    subject: 'An API key was revoked',
    headline: 'API key revoked',
    happened: 'An API key of your account was revoked',
    besides: 'Programs can no longer use it.',
    named: 'API key',
  },
  webhook_added: {
    subject: 'A webhook was added',
    headline: 'Webhook added',
    happened: 'A webhook was added to your account',
    besides: 'Its address gets messages about your events, sales and bookings.',
    named: 'Webhook',
    undoneAt: 'webhooks',
  },
  webhook_secret_renewed: {
    subject: 'A webhook got a new secret',
    headline: 'New webhook secret',
    happened: 'A new secret was created for a webhook of your account',
    besides: 'The old one signs messages for at most another 24 hours.',
    named: 'Webhook',
    remedy: 'create another secret or remove the webhook in your settings',
    undoneAt: 'webhooks',
  },
}

/**
 * Returns the change and its time as a sentence without a full stop. With `since`, the sentence covers several changes:
 * `Your password was changed, perhaps more than once, since …`.
 */
export function describeChange({
  kind,
  elsewhere,
  at,
  since,
}: Pick<ChangeNotificationProps, 'kind' | 'elsewhere' | 'at' | 'since'>): string {
  const { happened, happenedToIdentity } = changeTexts[kind]
  if (since) return `${happened}, perhaps more than once, since ${at}`
  const isNamed = elsewhere !== undefined && happenedToIdentity !== undefined
  return `${isNamed ? `${elsewhere} ${happenedToIdentity}` : happened} on ${at}`
}

export interface ChangeNotificationProps {
  kind: SignInMethodChange
  /** The linked or unlinked account with its provider, or the name of an API key or a webhook. */
  elsewhere?: string | undefined
  to: string
  /** The account's current address, if this email goes to the former one. */
  newEmail?: string | undefined
  /** The time of the change, formatted with its time zone. */
  at: string
  /**
   * Whether there may be several changes since `at`. The email then names neither the network nor the linked account.
   */
  since?: boolean | undefined
  ip: string | null
  /** Without a trailing slash. */
  publicUrl: string
  contact: string | undefined
}

export const changeNotificationSubject = ({ kind }: Pick<ChangeNotificationProps, 'kind'>) =>
  changeTexts[kind].subject

export function AccountChangeEmail(props: ChangeNotificationProps) {
  const { kind, elsewhere, to, newEmail, at, since, ip, publicUrl } = props
  const {
    headline,
    besides,
    named,
    remedy = 'undo the change in your settings',
    undoneAt,
  } = changeTexts[kind]
  const network = ip === null ? 'An unknown network' : `Network address ${ip}`
  const isFormer = newEmail !== undefined
  return (
    <EmailLayout
      preview={`${since ? `Since ${at}` : at}. Not you? Act now.`}
      stock="bone"
      headline={headline}
      lead={`${describeChange(props)}.${besides === undefined ? '' : ` ${besides}`}`}
      action={
        isFormer
          ? { label: 'Not me: sign in', href: `${publicUrl}/auth` }
          : { label: 'Not me: set a new password', href: `${publicUrl}/auth/forgot` }
      }
      isActionLast
      reason="You get this email because it concerns the security of your account."
    >
      <EmailFacts
        facts={[
          { label: 'Account', value: to },
          ...(isFormer ? [{ label: 'New address', value: newEmail }] : []),
          ...(named && elsewhere && !since ? [{ label: named, value: elsewhere }] : []),
          { label: since ? 'Since' : 'When', value: at },
          // The network is shown for a single change only: of several, the reader may have made one and a stranger
          // another.
          ...(since ? [] : [{ label: 'From', value: network }]),
        ]}
      />
      {isFormer ? (
        <EmailParagraph>
          Not you? Someone else can read this mailbox, or made the request in your name. Secure the mailbox.
          Sign in with the new address and your own password, set a new password, and change the address back.
          If you can’t sign in, <Help {...props} />. We’ll help you regain access.
        </EmailParagraph>
      ) : (
        <EmailParagraph>
          Not you? Set a new password now. This signs out every other session.
          {(since || undoneAt !== undefined) && (
            <>
              {' '}
              Then{' '}
              <a
                href={`${publicUrl}/dashboard/settings#${undoneAt ?? 'account'}`}
                style={{ color: 'inherit' }}
              >
                {since ? 'check your settings' : remedy}
              </a>
              {since ? ', and remove anything you don’t recognize.' : '.'}
            </>
          )}{' '}
          If you can’t sign in, <Help {...props} />.
        </EmailParagraph>
      )}
    </EmailLayout>
  )
}

function Help({ contact, publicUrl }: Pick<ChangeNotificationProps, 'contact' | 'publicUrl'>) {
  const siteName = useSiteName()
  if (contact === undefined)
    return (
      <>
        contact {siteName}, <EmailAddress of={publicUrl} /> (replies to this email aren’t read)
      </>
    )
  return (
    <>
      write to <EmailAddress of={contact} />
    </>
  )
}
