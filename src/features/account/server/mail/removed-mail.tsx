import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const removedSubject = 'Your account is deleted'

/** `at` is of UTC. */
export function RemovedMail({ at }: { at: string }) {
  return (
    <MailLayout
      preview="This is our last mail to you."
      stock="bone"
      headline="Thank you for the nights."
      lead={`Your account was deleted on ${at}. This is our last mail to you: this address is not kept.`}
      reason="You get this because the account with this address was deleted."
    >
      <MailText>
        Tickets you hold stay valid at the door. Orders and past bookings stay in the books, without your
        name.
      </MailText>
      <MailText small>Not you? Write to us: we cannot bring it back, but we want to know.</MailText>
    </MailLayout>
  )
}
