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
function createEmailWriter<Props extends object>(
  component: (props: Props) => ReturnType<typeof createElement>,
  subject: string | ((props: Props) => string),
) {
  return async (props: ComponentProps<typeof component>, site: SiteSettings): Promise<WrittenEmail> => ({
    subject: typeof subject === 'string' ? subject : subject(props),
    ...(await renderEmail(createElement(component, props), site)),
  })
}

export const writeVerificationEmail = createEmailWriter(VerificationEmail, verifyEmailSubject)
export const writeResetPasswordEmail = createEmailWriter(ResetPasswordEmail, resetPasswordSubject)
export const writeSignInEmail = createEmailWriter(SignInEmail, signInSubject)
export const writeAddressChangeEmail = createEmailWriter(
  AddressChangeEmail,
  ({ end }) => emailChangeSubjects[end],
)
export const writeNewSignInEmail = createEmailWriter(NewSignInEmail, newSignInSubject)
export const writeNonceEmail = createEmailWriter(NonceEmail, nonceSubject)
export const writeInviteEmail = createEmailWriter(InviteEmail, inviteSubject)
export const writeNoAccountEmail = createEmailWriter(NoAccountEmail, noAccountSubject)
export const writeAlreadyRegisteredEmail = createEmailWriter(AlreadyRegisteredEmail, alreadyRegisteredSubject)
export const writeAccountChangeEmail = createEmailWriter(AccountChangeEmail, changeNotificationSubject)
