import { EmailLayout } from '~/design/email/email-layout'

export function formatTestEmailSubject(name: string): string {
  return `A test from ${name}`
}

/** The test email that an admin sends to themselves to check the sender. */
export function TestEmail({ sender }: { sender: string }) {
  return (
    <EmailLayout
      preview="If you can read this, your emails arrive."
      stock="lilac"
      headline="It arrived"
      lead={
        sender === ''
          ? 'Emails come from the address that was configured at deployment.'
          : `Emails from ${sender} reach you.`
      }
      reason="You get this email because you requested a test in the settings."
    />
  )
}
