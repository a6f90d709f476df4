import { MailLayout } from '~/design/mail/mail-layout'

export const noAccountSubject = 'No account with this address yet'

/** Sent when a code was requested for an email without an account, so that the person doesn’t wait in vain. */
export function NoAccountMail(props: { email: string; signUpLink: string }) {
  return (
    <MailLayout
      preview="Another address, perhaps?"
      stock="bone"
      headline="Have we met?"
      lead={`Someone asked for a code to sign in with ${props.email}, which has no account here. If it was you: was it another address, or do you want to sign up?`}
      action={{ label: 'Sign up', href: props.signUpLink }}
      reason="Not you? Do nothing: nothing was opened, and nothing of you is kept."
    />
  )
}
