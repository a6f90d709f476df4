import { MailCode } from '~/design/mail/mail-code'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const signInSubject = 'Your code to sign in'

/** `isNew`: there is no account with this email yet; the code creates one. */
export function SignInMail(props: {
  email: string
  isNew: boolean
  link: string
  code: string
  until: string
}) {
  return (
    <MailLayout
      preview="Six numbers, good for ten minutes."
      stock="mint"
      headline="Six numbers and you’re inside."
      lead={
        props.isNew
          ? `Someone asked to come in with ${props.email}, which has no account yet. If it was you, this opens one.`
          : `Someone asked to sign in with ${props.email}. If it was you, come in.`
      }
      action={{ label: props.isNew ? 'Open my account' : 'Sign in', href: props.link }}
      reason="Not you? Do nothing, and tell nobody the code: we never ask for it."
    >
      <MailText>Or type this code on the page you came from:</MailText>
      <MailCode code={props.code} />
      <MailText small>Both work once, until {props.until}.</MailText>
    </MailLayout>
  )
}
