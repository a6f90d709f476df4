import { MailCode } from '~/design/mail/mail-code'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const inviteSubject = 'There is an account with your name on it'

export function InviteMail(props: { email: string; link: string; code: string; until: string }) {
  return (
    <MailLayout
      preview="One click, good for seven days."
      stock="pink"
      headline="You’re on the list."
      lead={`The house opened an account for ${props.email}. Come in and make it yours.`}
      action={{ label: 'Come in', href: props.link }}
      reason="Don’t know what this is about? Do nothing, and the account stays shut."
    >
      <MailText>Or type this code in the app that sent you here:</MailText>
      <MailCode code={props.code} />
      <MailText small>Both work once, until {props.until}.</MailText>
    </MailLayout>
  )
}
