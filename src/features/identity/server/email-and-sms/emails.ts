import { createElement, type ComponentProps } from 'react'
import { renderEmail } from '~/design/email/render-email'
import {
  AlreadyRegisteredEmail,
  alreadyRegisteredSubject,
  InviteEmail,
  inviteSubject,
  NoAccountEmail,
  noAccountSubject,
  NonceEmail,
  nonceSubject,
  ResetPasswordEmail,
  resetPasswordSubject,
  SignInEmail,
  signInSubject,
  VerificationEmail,
  verifyEmailSubject,
} from './account-emails'
import { AddressChangeEmail, emailChangeSubjects } from './address-change-email'
import { NewSignInEmail, newSignInSubject } from './new-sign-in-email'
import { AccountChangeEmail, changeNotificationSubject } from './account-change-email'

interface WrittenEmail {
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
  return async (props: ComponentProps<typeof component>, site: SiteSettings): Promise<WrittenEmail> => ({
    subject: typeof subject === 'string' ? subject : subject(props),
    ...(await renderEmail(createElement(component, props), site)),
  })
}

export const writeVerificationEmail = writerOf(VerificationEmail, verifyEmailSubject)
export const writeResetPasswordEmail = writerOf(ResetPasswordEmail, resetPasswordSubject)
export const writeSignInEmail = writerOf(SignInEmail, signInSubject)
export const writeAddressChangeEmail = writerOf(AddressChangeEmail, ({ end }) => emailChangeSubjects[end])
export const writeNewSignInEmail = writerOf(NewSignInEmail, newSignInSubject)
export const writeNonceEmail = writerOf(NonceEmail, nonceSubject)
export const writeInviteEmail = writerOf(InviteEmail, inviteSubject)
export const writeNoAccountEmail = writerOf(NoAccountEmail, noAccountSubject)
export const writeAlreadyRegisteredEmail = writerOf(AlreadyRegisteredEmail, alreadyRegisteredSubject)
export const writeAccountChangeEmail = writerOf(AccountChangeEmail, changeNotificationSubject)
