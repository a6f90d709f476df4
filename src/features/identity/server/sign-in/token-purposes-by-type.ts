import type { TokenPurpose } from '../tokens/one-time-tokens'

/**
 * The purposes that each type of the protocol's verify accepts. Clients use different types for a first and a later
 * sign-in. The server knows which it is only after verification, so these types accept each other's tokens. The stored
 * token decides the effect.
 */
const purposes: Readonly<Record<string, readonly TokenPurpose[]>> = {
  signup: ['verify_email', 'sign_in'],
  magiclink: ['sign_in', 'verify_email'],
  email: ['sign_in', 'verify_email', 'invite'],
  invite: ['invite'],
  recovery: ['recover'],
  email_change: ['email_change_current', 'email_change_new'],
  // generate_link names the current and the new email separately.
  email_change_current: ['email_change_current'],
  email_change_new: ['email_change_new'],
  sms: ['verify_phone', 'phone_sign_in'],
  phone_change: ['phone_change'],
}

/** Returns the token purposes that a type of verify accepts; undefined for an unknown type. */
export function findPurposes(type: string): readonly TokenPurpose[] | undefined {
  return Object.hasOwn(purposes, type) ? purposes[type] : undefined
}
