import { MailCode } from '~/design/mail/mail-code'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const verifyEmailSubject = 'Confirm your address'

/** `until` is a moment as people read it, with its zone. */
export function VerifyEmailMail(props: {
  name: string | undefined
  email: string
  link: string
  code: string
  until: string
}) {
  return (
    <MailLayout
      preview="One click, good for 24 hours."
      stock="yellow"
      headline={props.name === undefined ? 'Is this you?' : `Is this you, ${props.name}?`}
      lead={`Someone signed up with ${props.email}. If it was you, say so and the door opens.`}
      action={{ label: 'Confirm my address', href: props.link }}
      reason="Not you? Do nothing, and the address is never confirmed."
    >
      <MailText>Or type this code on the page you came from:</MailText>
      <MailCode code={props.code} />
      <MailText small>Both work once, until {props.until}.</MailText>
    </MailLayout>
  )
}
