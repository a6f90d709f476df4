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
function createWriter<Props extends object>(
  component: (props: Props) => ReturnType<typeof createElement>,
  subject: string | ((props: Props) => string),
) {
  return async (props: ComponentProps<typeof component>, site: SiteSettings): Promise<WrittenEmail> => ({
    subject: typeof subject === 'string' ? subject : subject(props),
    ...(await renderEmail(createElement(component, props), site)),
  })
}

export const writeVerificationEmail = createWriter(VerificationEmail, verifyEmailSubject)
export const writeResetPasswordEmail = createWriter(ResetPasswordEmail, resetPasswordSubject)
export const writeSignInEmail = createWriter(SignInEmail, signInSubject)
export const writeAddressChangeEmail = createWriter(AddressChangeEmail, ({ end }) => emailChangeSubjects[end])
export const writeNewSignInEmail = createWriter(NewSignInEmail, newSignInSubject)
export const writeNonceEmail = createWriter(NonceEmail, nonceSubject)
export const writeInviteEmail = createWriter(InviteEmail, inviteSubject)
export const writeNoAccountEmail = createWriter(NoAccountEmail, noAccountSubject)
export const writeAlreadyRegisteredEmail = createWriter(AlreadyRegisteredEmail, alreadyRegisteredSubject)
export const writeAccountChangeEmail = createWriter(AccountChangeEmail, changeNotificationSubject)
