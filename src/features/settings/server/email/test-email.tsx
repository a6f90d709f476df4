import { EmailLayout } from '~/design/email/email-layout'

export function testSubject(name: string): string {
  return `A test from ${name}`
}

/** The test email that an admin sends to themselves to check the sender. */
export function TestEmail({ sender }: { sender: string }) {
  return (
    <EmailLayout
      preview="If you read this, mails arrive."
      stock="lilac"
      headline="It arrived"
      lead={
        sender === ''
          ? 'Mails come from the address that this deployment was configured with.'
          : `Mails that come from ${sender} reach you.`
      }
      reason="You asked for this test in the settings."
    />
  )
}
