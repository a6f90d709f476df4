import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const alreadyRegisteredSubject = 'You have an account already'

/** Sent to the owner of an email that was used for another sign-up: only the owner may learn that there is an account. */
export function AlreadyRegisteredMail(props: { email: string; signInLink: string; resetLink: string }) {
  return (
    <MailLayout
      preview="Nothing was changed."
      stock="bone"
      headline="We’ve met."
      lead={`Someone signed up with ${props.email}, which has an account already. If it was you, just sign in.`}
      action={{ label: 'Sign in', href: props.signInLink }}
      reason="Not you? Do nothing: nothing was changed, and whoever it was did not learn that you are here."
    >
      <MailText small>
        No idea what the password was? Set a new one:{' '}
        <a href={props.resetLink} style={{ color: 'inherit' }}>
          {props.resetLink}
        </a>
      </MailText>
    </MailLayout>
  )
}
