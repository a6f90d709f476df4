import type { TokenPurpose } from '../tokens/token-purpose'

/**
 * What each type of the protocol's verify may redeem. Clients tell a first sign-in from a later one by its type, and we do not
 * until it is proven; so those of mails that let in go for each other. What a token does stands in its row.
 */
const purposes: Readonly<Record<string, readonly TokenPurpose[]>> = {
  signup: ['verify_email', 'sign_in'],
  magiclink: ['sign_in', 'verify_email'],
  email: ['sign_in', 'verify_email', 'invite'],
  invite: ['invite'],
  recovery: ['recover'],
  email_change: ['email_change_current', 'email_change_new'],
  // generate_link names the ends one by one.
  email_change_current: ['email_change_current'],
  email_change_new: ['email_change_new'],
  sms: ['verify_phone', 'phone_sign_in'],
  phone_change: ['phone_change'],
}

/** Undefined for a type that there is not. */
export function purposesOf(type: string): readonly TokenPurpose[] | undefined {
  return Object.hasOwn(purposes, type) ? purposes[type] : undefined
}
