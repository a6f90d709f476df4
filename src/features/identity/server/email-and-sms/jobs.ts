import { toIpv6Network } from '~/platform/http/client-address'
import type { CodeChallenge } from '../../rules/code-challenge'

// Payloads are stored in plain text, so a job creates its tokens and codes when it runs. Jobs also check whether the
// account exists, so that the response time of a request doesn't reveal it.
export const verifyEmailJob = 'identity.verify_email'
export const recoverJob = 'identity.recover'
export const signInCodeJob = 'identity.sign_in_code'
export const emailChangeJob = 'identity.email_change'
export const inviteJob = 'identity.invite'
export const nonceJob = 'identity.nonce'
export const alreadyRegisteredJob = 'identity.already_registered'
export const phoneCodeJob = 'identity.phone_code'

/** The target of an emailed link: one of our pages, or an allowed app, which receives a code or tokens in the URL. */
export interface LinkTarget {
  redirectTo?: string | undefined
  challenge?: CodeChallenge | undefined
  /**
   * Whether an app requested the email. An app accepts the code, too; our own pages only where they have a field for
   * it.
   */
  isApp?: boolean | undefined
}

/** Sent to this account, or to the account with this email. */
export type VerifyEmail = LinkTarget &
  ({ userId: string; email?: undefined } | { userId?: undefined; email: string })
/** For an email with a sign-in link. */
interface SignInEmail {
  email: string
  /**
   * The IP network that requested the code. Wrong codes from this network are counted separately, see redeemCode.
   */
  requestedFrom?: string | undefined
  /** Whether to send the email only if its recipient is verified: see limitSignInEmails. */
  onlyVerified?: boolean | undefined
}
export type Recover = LinkTarget & SignInEmail

/**
 * Returns the payload of an email with a sign-in link. With `onlyVerified`, the link always leads to our own page: a
 * stranger may have requested it, with an app that the owner can't use.
 */
export function createSignInEmailPayload({
  email,
  linkTarget,
  ip,
  onlyVerified,
}: {
  email: string
  linkTarget: LinkTarget
  ip: string
  onlyVerified: boolean
}): LinkTarget & SignInEmail {
  const requestedFrom = toIpv6Network(ip)
  return onlyVerified
    ? { email, requestedFrom, onlyVerified, isApp: linkTarget.isApp }
    : { email, requestedFrom, ...linkTarget }
}

/**
 * Data for an account that is created when the code is entered. Without it, a code only signs in to an existing
 * account.
 */
export interface Beginning {
  metadata: Readonly<Record<string, unknown>>
  /** An invitation code, normalized. */
  code: string | undefined
}
export type SignInCode = LinkTarget &
  SignInEmail & {
    beginning?: Beginning | undefined
    /** Whether to email the person that there is no account, when none exists and none is created. */
    sendsNoAccountEmail?: boolean
  }
/**
 * The emails to the addresses that must still confirm an email change. The job finds the change by its account, or by
 * one of its two addresses and the network of the request.
 */
export type EmailChange = LinkTarget &
  ({ userId: string; email?: undefined } | { userId?: undefined; email: string; requestedFrom?: string })
export type Invite = LinkTarget & { userId: string }
export interface PhoneCode {
  phone: string
  purpose: 'verify_phone' | 'phone_sign_in' | 'phone_change' | 'reauthenticate'
  channel: 'sms' | 'whatsapp'
  requestedFrom: string
  userId?: string
  beginning?: Beginning | undefined
}
