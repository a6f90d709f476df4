import { useSiteName } from '~/design/site-name'
import { EmailAddress } from '~/design/email/email-address'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

interface SuspendedEmailProps {
  /** In UTC, since an email does not know the reader’s time zone. */
  day: string
  reason: string | null
  /** A site address whose email is read by a person. */
  contact: string | undefined
}

export function SuspendedEmail({ day, reason, contact }: SuspendedEmailProps) {
  const siteName = useSiteName()
  return (
    <EmailLayout
      preview={`Until ${day} you cannot sign in.`}
      stock="bone"
      headline="Your account is suspended."
      lead={`Until ${day} you cannot sign in, and other people cannot find you. Your tickets stay valid.`}
      reason="You get this because it is about your account."
    >
      {reason !== null && <EmailParagraph>Reason: {reason}</EmailParagraph>}
      <EmailParagraph>
        The suspension ends by itself.{' '}
        {contact === undefined ? (
          `To appeal, contact an admin of ${siteName}. Replies to this email are not read.`
        ) : (
          <>
            To appeal, write to <EmailAddress of={contact} />.
          </>
        )}
      </EmailParagraph>
    </EmailLayout>
  )
}
