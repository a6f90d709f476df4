import { useHouseName } from '~/design/house-name'
import { MailAddress } from '~/design/mail/mail-address'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

interface SuspendedMailProps {
  /** In UTC, since an email has no reader's zone. */
  day: string
  reason: string | null
  /** An address of the site that a person reads. */
  contact: string | undefined
}

export function SuspendedMail({ day, reason, contact }: SuspendedMailProps) {
  const house = useHouseName()
  return (
    <MailLayout
      preview={`Until ${day} you cannot sign in.`}
      stock="bone"
      headline="Your account is suspended."
      lead={`Until ${day} you cannot sign in, and other people cannot find you. Your tickets stay valid.`}
      reason="You get this because it is about your account."
    >
      {reason !== null && <MailText>Reason: {reason}</MailText>}
      <MailText>
        The suspension ends by itself.{' '}
        {contact === undefined ? (
          `To appeal, contact an admin of ${house}. Replies to this email are not read.`
        ) : (
          <>
            To appeal, write to <MailAddress of={contact} />.
          </>
        )}
      </MailText>
    </MailLayout>
  )
}
