import { createElement, type ComponentProps } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { PasswordChangedMail, passwordChangedSubject } from './mail/password-changed-mail'
import { ResetPasswordMail, resetPasswordSubject } from './mail/reset-password-mail'
import { VerifyEmailMail, verifyEmailSubject } from './mail/verify-email-mail'

interface WrittenMail {
  subject: string
  html: string
  text: string
}

export async function writeVerifyEmailMail(
  props: ComponentProps<typeof VerifyEmailMail>,
): Promise<WrittenMail> {
  return { subject: verifyEmailSubject, ...(await renderMail(createElement(VerifyEmailMail, props))) }
}

export async function writeResetPasswordMail(
  props: ComponentProps<typeof ResetPasswordMail>,
): Promise<WrittenMail> {
  return { subject: resetPasswordSubject, ...(await renderMail(createElement(ResetPasswordMail, props))) }
}

export async function writePasswordChangedMail(
  props: ComponentProps<typeof PasswordChangedMail>,
): Promise<WrittenMail> {
  return { subject: passwordChangedSubject, ...(await renderMail(createElement(PasswordChangedMail, props))) }
}
