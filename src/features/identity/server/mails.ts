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

/** What the house is called, as the settings have it. */
type House = { name: string }

export async function writeVerifyEmailMail(
  props: ComponentProps<typeof VerifyEmailMail>,
  house: House,
): Promise<WrittenMail> {
  return { subject: verifyEmailSubject, ...(await renderMail(createElement(VerifyEmailMail, props), house)) }
}

export async function writeResetPasswordMail(
  props: ComponentProps<typeof ResetPasswordMail>,
  house: House,
): Promise<WrittenMail> {
  return {
    subject: resetPasswordSubject,
    ...(await renderMail(createElement(ResetPasswordMail, props), house)),
  }
}

export async function writePasswordChangedMail(
  props: ComponentProps<typeof PasswordChangedMail>,
  house: House,
): Promise<WrittenMail> {
  return {
    subject: passwordChangedSubject,
    ...(await renderMail(createElement(PasswordChangedMail, props), house)),
  }
}
