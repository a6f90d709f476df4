import { toNetwork } from '~/platform/http/client-address'
import type { CodeChallenge } from '../../rules/code-challenge'

// Payloads are stored in plain text, so tokens and codes are created when they are sent. The jobs also check whether
// the account exists, so that requests take the same time.
export const verifyEmailJob = 'identity.verify_email'
export const recoverJob = 'identity.recover'
export const signInCodeJob = 'identity.sign_in_code'
export const emailChangeJob = 'identity.email_change'
export const inviteJob = 'identity.invite'
export const nonceJob = 'identity.nonce'
export const alreadyRegisteredJob = 'identity.already_registered'
export const phoneCodeJob = 'identity.phone_code'

/** The target of an emailed link: a page, or an allowed app, which gets a code or the tokens. */
export interface LinkEnd {
  redirectTo?: string | undefined
  challenge?: CodeChallenge | undefined
  /** Requested by an app, which also accepts the code; our own pages accept it only where they have a field for it. */
  isApp?: boolean | undefined
}

/** For this account, or for the account with this email. */
export type VerifyEmail = LinkEnd &
  ({ userId: string; email?: undefined } | { userId?: undefined; email: string })
/** For an email with a sign-in link. */
interface SignInEmail {
  email: string
  /** The network of the request, which gets its own attempts at the code: see redeemCode. */
  requestedFrom?: string | undefined
  /** Sends nothing unless the address is verified: see limitSignInEmails. */
  onlyVerified?: boolean | undefined
}
export type Recover = LinkEnd & SignInEmail

/**
 * Returns the payload for an email with a sign-in link. From the reserve, the link leads to our own page: a stranger
 * could let it lead to an app that can't use it.
 */
export function signInEmail({
  email,
  end,
  ip,
  onlyVerified,
}: {
  email: string
  end: LinkEnd
  ip: string
  onlyVerified: boolean
}): LinkEnd & SignInEmail {
  const requestedFrom = toNetwork(ip)
  return onlyVerified
    ? { email, requestedFrom, onlyVerified, isApp: end.isApp }
    : { email, requestedFrom, ...end }
}

/** The data for an account that a code creates; without it, a code only signs in to an existing account. */
export interface Beginning {
  metadata: Readonly<Record<string, unknown>>
  /** An invitation code, normalized. */
  code: string | undefined
}
export type SignInCode = LinkEnd &
  SignInEmail & {
    beginning?: Beginning | undefined
    /** When no account exists and none is created, sends an email that says so. */
    sendsNoAccountEmail?: boolean
  }
/**
 * Sent to the addresses that haven't confirmed yet. Identified by the account, or by either address and the network of
 * the request.
 */
export type EmailChange = LinkEnd &
  ({ userId: string; email?: undefined } | { userId?: undefined; email: string; requestedFrom?: string })
export type Invite = LinkEnd & { userId: string }
export interface PhoneCode {
  phone: string
  purpose: 'verify_phone' | 'phone_sign_in' | 'phone_change' | 'reauthenticate'
  channel: 'sms' | 'whatsapp'
  requestedFrom: string
  userId?: string
  beginning?: Beginning | undefined
}
