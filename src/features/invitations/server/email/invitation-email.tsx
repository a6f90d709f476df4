import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { useSiteName } from '~/design/site-name'

interface InvitationEmailProps {
  code: string
  link: string
  /** The expiry, formatted with its time zone; undefined if the code does not expire. */
  until: string | undefined
  /** The name of the code’s creator; undefined if their account was deleted. */
  from: string | undefined
  /** The recipient redeems the code after sign-in instead of signing up. */
  hasAccount: boolean
  wasRequested: boolean
}

export function formatInvitationSubject(
  { from, wasRequested }: Pick<InvitationEmailProps, 'from' | 'wasRequested'>,
  siteName: string,
) {
  if (wasRequested) return `Your request was approved: your code for ${siteName}`
  return from === undefined ? `Your invitation to ${siteName}` : `${from} invites you to ${siteName}`
}

/** An email with the code in large type, its creator, its expiry, and a button that fills it in. */
export function InvitationEmail(props: InvitationEmailProps) {
  const { code, link, until, hasAccount, wasRequested } = props
  const siteName = useSiteName()
  return (
    <EmailLayout
      preview={`The code is ${code}.`}
      stock="yellow"
      kicker={formatInvitationSubject(props, siteName)}
      headline={code}
      isFigure
      lead={
        until === undefined
          ? 'One person can use it, and it does not expire.'
          : `One person can use it, until ${until}.`
      }
      action={{ label: hasAccount ? 'Redeem the code' : 'Sign up with this code', href: link }}
      reason={
        wasRequested
          ? `You get this email because you requested an invite to ${siteName}. If you’ve changed your mind, ignore this email.`
          : `You get this email because this address was invited to ${siteName}. If you’re not interested, ignore this email. We won’t send reminders.`
      }
    >
      <EmailParagraph small>
        {hasAccount
          ? 'You already have an account. The button takes you to sign-in and fills in the code.'
          : 'The button fills in the code. You can also enter it when you sign up.'}
      </EmailParagraph>
    </EmailLayout>
  )
}
