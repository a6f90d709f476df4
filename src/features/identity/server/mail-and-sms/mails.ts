import { createElement, type ComponentProps } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { AlreadyRegisteredMail, alreadyRegisteredSubject } from './already-registered-mail'
import { EmailChangeMail, emailChangeSubjects } from './email-change-mail'
import { InviteMail, inviteSubject } from './invite-mail'
import { NewSignInMail, newSignInSubject } from './new-sign-in-mail'
import { NoAccountMail, noAccountSubject } from './no-account-mail'
import { NonceMail, nonceSubject } from './nonce-mail'
import { ResetPasswordMail, resetPasswordSubject } from './reset-password-mail'
import { SignInMail, signInSubject } from './sign-in-mail'
import { VerifyEmailMail, verifyEmailSubject } from './verify-email-mail'
import { ChangeNoticeMail, changeNoticeSubject } from './change-notice-mail'

interface WrittenMail {
  subject: string
  html: string
  text: string
}

/** The site’s settings. */
type House = { name: string }

/** Returns a function that renders this component as an email; `subject` may depend on its props. */
function writerOf<Props extends object>(
  component: (props: Props) => ReturnType<typeof createElement>,
  subject: string | ((props: Props) => string),
) {
  return async (props: ComponentProps<typeof component>, house: House): Promise<WrittenMail> => ({
    subject: typeof subject === 'string' ? subject : subject(props),
    ...(await renderMail(createElement(component, props), house)),
  })
}

export const writeVerifyEmailMail = writerOf(VerifyEmailMail, verifyEmailSubject)
export const writeResetPasswordMail = writerOf(ResetPasswordMail, resetPasswordSubject)
export const writeSignInMail = writerOf(SignInMail, signInSubject)
export const writeEmailChangeMail = writerOf(EmailChangeMail, ({ end }) => emailChangeSubjects[end])
export const writeNewSignInMail = writerOf(NewSignInMail, newSignInSubject)
export const writeNonceMail = writerOf(NonceMail, nonceSubject)
export const writeInviteMail = writerOf(InviteMail, inviteSubject)
export const writeNoAccountMail = writerOf(NoAccountMail, noAccountSubject)
export const writeAlreadyRegisteredMail = writerOf(AlreadyRegisteredMail, alreadyRegisteredSubject)
export const writeChangeNoticeMail = writerOf(ChangeNoticeMail, changeNoticeSubject)
