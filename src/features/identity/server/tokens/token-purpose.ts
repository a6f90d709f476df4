export type TokenPurpose =
  | 'verify_email'
  | 'recover'
  | 'sign_in'
  | 'email_change_current'
  | 'email_change_new'
  | 'verify_phone'
  | 'phone_sign_in'
  | 'phone_change'
  | 'reauthenticate'
  | 'invite'

const minutes = 60 * 1000
const hours = 60 * minutes
/** How long a token is valid, in milliseconds. */
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  verify_email: 24 * hours,
  recover: hours,
  sign_in: 10 * minutes,
  email_change_current: 24 * hours,
  email_change_new: 24 * hours,
  verify_phone: 10 * minutes,
  phone_sign_in: 10 * minutes,
  phone_change: 10 * minutes,
  reauthenticate: 10 * minutes,
  invite: 7 * 24 * hours,
}

/** Purposes for an email or phone that is only requested, so several accounts may have open tokens for it. */
export const WISHES = new Set<TokenPurpose>(['email_change_current', 'email_change_new', 'phone_change'])
