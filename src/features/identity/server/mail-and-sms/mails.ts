import { createElement, type ComponentProps } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import {
  AlreadyRegisteredMail,
  alreadyRegisteredSubject,
  InviteMail,
  inviteSubject,
  NoAccountMail,
  noAccountSubject,
  NonceMail,
  nonceSubject,
  ResetPasswordMail,
  resetPasswordSubject,
  SignInMail,
  signInSubject,
  VerifyEmailMail,
  verifyEmailSubject,
} from './account-mails'
import { EmailChangeMail, emailChangeSubjects } from './email-change-mail'
import { NewSignInMail, newSignInSubject } from './new-sign-in-mail'
import { ChangeNoticeMail, changeNoticeSubject } from './change-notice-mail'

interface WrittenMail {
  subject: string
  html: string
  text: string
}

type SiteSettings = { name: string }

/** Returns a function that renders this component as an email; `subject` may depend on its props. */
function writerOf<Props extends object>(
  component: (props: Props) => ReturnType<typeof createElement>,
  subject: string | ((props: Props) => string),
) {
  return async (props: ComponentProps<typeof component>, site: SiteSettings): Promise<WrittenMail> => ({
    subject: typeof subject === 'string' ? subject : subject(props),
    ...(await renderMail(createElement(component, props), site)),
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
