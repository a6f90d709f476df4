import { useSiteName } from '~/design/site-name'
import { EmailAddress } from '~/design/email/email-address'
import { EmailFacts, EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import type { SignInMethodChange } from './notify-of-change'

interface Words {
  subject: string
  headline: string
  /** The change as the start of a sentence: " on Sat 21 Nov …" follows. */
  happened: string
  /** The same, but following the name of a linked account. */
  happenedElsewhere?: string
  /** Its consequence. */
  besides?: string
  /** The settings section that undoes it, if a new password does not. */
  undoneAt?: 'account' | 'factor' | 'passkeys' | 'linked'
}

export const changeWords: Record<SignInMethodChange, Words> = {
  password_changed: {
    subject: 'Your password was changed',
    headline: 'New password, same you.',
    happened: 'Your password was changed',
    besides: 'Every other session was signed out.',
  },
  email_changed: {
    subject: 'Your address was changed',
    headline: 'You have moved.',
    happened: 'The address of your account was changed',
    besides: 'You sign in with the new one from now on.',
  },
  email_added: {
    subject: 'An address was added',
    headline: 'You have mail.',
    happened: 'An address was added to your account',
    besides: 'It opens your account from now on, with a link or a code.',
    undoneAt: 'account',
  },
  phone_added: {
    subject: 'A phone number was added',
    headline: 'One more way in.',
    happened: 'A phone number was added to your account',
    besides: 'It opens your account with a code from now on.',
    undoneAt: 'account',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    headline: 'New number.',
    happened: 'The phone number of your account was changed',
    besides: 'The new one opens your account with a code from now on, the old one opens nothing.',
    undoneAt: 'account',
  },
  phone_removed: {
    subject: 'Your phone number was removed',
    headline: 'One number less.',
    happened: 'The phone number of your account was removed',
    besides: 'It opens nothing any more.',
  },
  factor_added: {
    subject: 'A two-step verification method was added',
    headline: 'Double-locked.',
    happened: 'A two-step verification method was added to your account',
    besides: 'We ask for it after your password from now on. Every other session was signed out.',
    undoneAt: 'factor',
  },
  factor_removed: {
    subject: 'A two-step verification method was removed',
    headline: 'One lock less.',
    happened: 'A two-step verification method was removed from your account',
  },
  passkey_added: {
    subject: 'A passkey was added',
    headline: 'New key on the ring.',
    happened: 'A passkey was added to your account',
    besides: 'Whoever holds it gets in without a password.',
    undoneAt: 'passkeys',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    headline: 'One key less.',
    happened: 'A passkey was removed from your account',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes were made',
    headline: 'Ten fresh codes.',
    happened: 'New recovery codes were made for your account',
    besides: 'The old ones open nothing any more.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    headline: 'That was a spare.',
    happened: 'Somebody got into your account with one of your recovery codes',
    besides: 'It opens nothing any more.',
  },
  identity_linked: {
    subject: 'A way to sign in was linked',
    headline: 'One more door.',
    happened: 'An account elsewhere was linked with yours',
    happenedElsewhere: 'was linked with your account',
    besides: 'It opens your account from now on.',
    undoneAt: 'linked',
  },
  identity_unlinked: {
    subject: 'A way to sign in was unlinked',
    headline: 'One door less.',
    happened: 'An account elsewhere was unlinked from yours',
    happenedElsewhere: 'was unlinked from your account',
    besides: 'It does not open your account any more.',
  },
}

/**
 * Returns the change and its time, as a sentence without a full stop. A notification about several changes names none
 * of them.
 */
export function happenedOf({
  what,
  elsewhere,
  at,
  since,
}: Pick<ChangeNoticeProps, 'what' | 'elsewhere' | 'at' | 'since'>): string {
  const { happened, happenedElsewhere } = changeWords[what]
  if (since) return `${happened}, perhaps more than once, since ${at}`
  const isNamed = elsewhere !== undefined && happenedElsewhere !== undefined
  return `${isNamed ? `${elsewhere} ${happenedElsewhere}` : happened} on ${at}`
}

export interface ChangeNoticeProps {
  what: SignInMethodChange
  /** The linked or unlinked account, with its provider. */
  elsewhere?: string | undefined
  to: string
  /** The account's current address, when this email goes to the former one. */
  newEmail?: string | undefined
  /** Formatted, with its time zone. */
  at: string
  /** The notification may cover several changes since `at`, so it names neither network nor linked account. */
  since?: boolean | undefined
  ip: string | null
  /** Without a trailing slash. */
  publicUrl: string
  contact: string | undefined
}

export const changeNoticeSubject = ({ what }: Pick<ChangeNoticeProps, 'what'>) => changeWords[what].subject

export function AccountChangeEmail(props: ChangeNoticeProps) {
  const { what, to, newEmail, at, since, ip, publicUrl } = props
  const { headline, besides, undoneAt } = changeWords[what]
  const network = ip === null ? 'An unknown network' : `Network address ${ip}`
  const isFormer = newEmail !== undefined
  return (
    <EmailLayout
      preview={`${since ? `Since ${at}` : at}. Not you? Act now.`}
      stock="bone"
      headline={headline}
      lead={`${happenedOf(props)}.${besides === undefined ? '' : ` ${besides}`}`}
      action={
        isFormer
          ? { label: 'Not me: sign in', href: `${publicUrl}/auth` }
          : { label: 'Not me: set a new password', href: `${publicUrl}/auth/forgot` }
      }
      isActionLast
      reason="You get this because it is about the safety of your account."
    >
      <EmailFacts
        facts={[
          { label: 'Account', value: to },
          ...(isFormer ? [{ label: 'New address', value: newEmail }] : []),
          { label: since ? 'Since' : 'When', value: at },
          // With several changes, the first may be by the reader and another one by someone else.
          ...(since ? [] : [{ label: 'From', value: network }]),
        ]}
      />
      {isFormer ? (
        <EmailParagraph>
          Not you? Then somebody reads this mailbox too, or had asked us in your name. Secure the mailbox.
          Sign in with the new address and your own password, set another one and take your address back. If
          that does not open your account, <Help {...props} />: we help you back in.
        </EmailParagraph>
      ) : (
        <EmailParagraph>
          Not you? Set a new password at once, which signs out everybody else.
          {(since || undoneAt !== undefined) && (
            <>
              {' '}
              Then{' '}
              <a
                href={`${publicUrl}/dashboard/settings#${undoneAt ?? 'account'}`}
                style={{ color: 'inherit' }}
              >
                {since ? 'look at your settings' : 'take it away in your settings'}
              </a>
              {since ? ', and take away what is not yours.' : '.'}
            </>
          )}{' '}
          If you cannot get in, <Help {...props} />.
        </EmailParagraph>
      )}
    </EmailLayout>
  )
}

function Help({ contact, publicUrl }: Pick<ChangeNoticeProps, 'contact' | 'publicUrl'>) {
  const siteName = useSiteName()
  if (contact === undefined)
    return (
      <>
        tell somebody at {siteName}, <EmailAddress of={publicUrl} /> (nobody reads an answer to this mail)
      </>
    )
  return (
    <>
      write to <EmailAddress of={contact} />
    </>
  )
}
