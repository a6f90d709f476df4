import { useHouseName } from '~/design/house-name'
import { MailAddress } from '~/design/mail/mail-address'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

interface SuspendedMailProps {
  /** Of UTC: a mail does not know where it is read. */
  day: string
  reason: string | null
  /** Where somebody reads what people write to the house. */
  contact: string | undefined
}

export function SuspendedMail({ day, reason, contact }: SuspendedMailProps) {
  const house = useHouseName()
  return (
    <MailLayout
      preview={`Until ${day} you cannot sign in.`}
      stock="bone"
      headline="Your account is suspended."
      lead={`Until ${day} you cannot sign in, and others do not find you. Your tickets stay valid.`}
      reason="You get this because it is about your account."
    >
      {reason !== null && <MailText>Reason: {reason}</MailText>}
      <MailText>
        It ends by itself. If you think that it should not be,{' '}
        {contact === undefined ? (
          `tell somebody at ${house}: nobody reads an answer to this mail.`
        ) : (
          <>
            write to <MailAddress of={contact} />.
          </>
        )}
      </MailText>
    </MailLayout>
  )
}
