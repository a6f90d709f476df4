import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const passwordChangedSubject = 'Your password was changed'

export function PasswordChangedMail(props: { email: string; at: string; resetLink: string }) {
  return (
    <MailLayout
      preview="Every other session was signed out."
      stock="bone"
      headline="New password, same you."
      lead={`The password of ${props.email} was changed on ${props.at}. Every other session was signed out.`}
      reason="You get this because it is about the safety of your account."
    >
      <MailText>
        Not you? Set a new password at once:{' '}
        <a href={props.resetLink} style={{ color: 'inherit' }}>
          {props.resetLink}
        </a>
      </MailText>
    </MailLayout>
  )
}
