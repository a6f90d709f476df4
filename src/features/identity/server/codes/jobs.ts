import type { CodeChallenge } from '../../rules/code-challenge'

// Names and payloads only: a payload lies in the database in clear, so tokens and codes are made when they are sent. Whether
// there is an account is found out there too, so that whoever asks waits equally long.
export const verifyEmailJob = 'identity.verify_email'
export const recoverJob = 'identity.recover'
export const signInCodeJob = 'identity.sign_in_code'
export const emailChangeJob = 'identity.email_change'
export const inviteJob = 'identity.invite'
export const nonceJob = 'identity.nonce'
export const alreadyRegisteredJob = 'identity.already_registered'
export const phoneCodeJob = 'identity.phone_code'

/** Where the link of a mail ends: at an app (checked before), and there in a code or in the tokens themselves. */
export interface LinkEnd {
  redirectTo?: string | undefined
  challenge?: CodeChallenge | undefined
  /** An app asked, which takes the digits too; our own pages only take them where there is a field for them. */
  isApp?: boolean | undefined
}

/** Of an account that is known, or of whatever account has this address. */
export type VerifyEmail = LinkEnd &
  ({ userId: string; email?: undefined } | { userId?: undefined; email: string })
export type Recover = LinkEnd & { email: string }
/** What an account that begins with a code is made of; without it, a code only opens one that is there. */
export interface Beginning {
  metadata: Readonly<Record<string, unknown>>
  /** Of an invitation, normalised. */
  code: string | undefined
}
export type SignInCode = LinkEnd & {
  email: string
  beginning?: Beginning | undefined
  /** Whoever has no account, and gets none by this, is told so by mail. */
  tellsNobody?: boolean
}
/** To both ends that have not said yes yet. By the account, or by either address and the network that asked. */
export type EmailChange = LinkEnd &
  ({ userId: string; email?: undefined } | { userId?: undefined; email: string; askedFrom?: string })
export type Invite = LinkEnd & { userId: string }
export interface PhoneCode {
  phone: string
  purpose: 'verify_phone' | 'phone_sign_in' | 'phone_change' | 'reauthenticate'
  channel: 'sms' | 'whatsapp'
  /** The network that asked. */
  askedFrom: string
  /** Whose number it is to become, or whose word is asked for. */
  userId?: string
  beginning?: Beginning | undefined
}
