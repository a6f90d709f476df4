import { useSiteName } from '~/design/site-name'
import { EmailAddress } from '~/design/email/email-address'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

interface SuspendedEmailProps {
  /** The last day of the suspension, in UTC because the reader’s time zone isn’t known. */
  day: string
  reason: string | null
  /** The site’s contact address, whose email is read by a person. */
  contact: string | undefined
}

export function SuspendedEmail({ day, reason, contact }: SuspendedEmailProps) {
  const siteName = useSiteName()
  return (
    <EmailLayout
      preview={`You can’t sign in until ${day}.`}
      stock="bone"
      headline="Your account is suspended."
      lead={`Until ${day}, you can’t sign in and other people can’t find you. Your tickets stay valid.`}
      reason="You get this email because your account was suspended."
    >
      {reason !== null && <EmailParagraph>Reason: {reason}</EmailParagraph>}
      <EmailParagraph>
        The suspension ends automatically.{' '}
        {contact === undefined ? (
          `To appeal, contact an admin of ${siteName}. Don’t reply to this email; replies aren’t read.`
        ) : (
          <>
            To appeal, write to <EmailAddress of={contact} />.
          </>
        )}
      </EmailParagraph>
    </EmailLayout>
  )
}
