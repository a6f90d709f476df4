import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

/** `day` is of UTC: a mail does not know where it is read. */
export function SuspendedMail({ day, reason }: { day: string; reason: string | null }) {
  return (
    <MailLayout
      preview={`Until ${day} you cannot sign in.`}
      stock="bone"
      headline="Your account is suspended."
      lead={`Until ${day} you cannot sign in, and others do not find you. Your tickets stay valid.`}
      reason="You get this because it is about your account."
    >
      {reason !== null && <MailText>Reason: {reason}</MailText>}
      <MailText>It ends by itself. Write to us if you think that it should not be.</MailText>
    </MailLayout>
  )
}
