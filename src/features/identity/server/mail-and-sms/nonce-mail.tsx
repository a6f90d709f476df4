import { MailCode } from '~/design/mail/mail-code'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const nonceSubject = 'A code, to be sure it is you'

export function NonceMail(props: { code: string; until: string }) {
  return (
    <MailLayout
      preview="Six numbers, good for ten minutes."
      stock="orange"
      headline="Still you?"
      lead="Someone who is signed in as you is about to change something that matters. Type this code to go on."
      reason="Not you? Tell nobody the code, and set a new password: somebody is signed in as you."
    >
      <MailCode code={props.code} />
      <MailText small>It works once, until {props.until}.</MailText>
    </MailLayout>
  )
}
