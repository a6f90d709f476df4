import { MailCode } from '~/design/mail/mail-code'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const resetPasswordSubject = 'Set a new password'

export function ResetPasswordMail(props: {
  email: string
  link: string
  code: string | undefined
  until: string
}) {
  return (
    <MailLayout
      preview="One click, good for an hour."
      stock="lilac"
      headline="Happens to the best of us."
      lead={`Someone asked for a new password for ${props.email}. If it was you, set it here.`}
      action={{ label: 'Set a new password', href: props.link }}
      reason="Not you? Do nothing, and your password stays as it is."
    >
      {props.code !== undefined && (
        <>
          <MailText>Or type this code in the app you came from:</MailText>
          <MailCode code={props.code} />
        </>
      )}
      <MailText small>
        {props.code === undefined ? 'The link works' : 'Both work'} once, until {props.until}. Setting a new
        password signs out every other session.
      </MailText>
    </MailLayout>
  )
}
