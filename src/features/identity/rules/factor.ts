import { getCallingCode } from '~/lib/phone'

export const FACTOR_KINDS = ['totp', 'phone', 'webauthn'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** `FACTORS_MAX` counts the factors of all kinds together. */
export const FACTORS_MAX = 10
export const PASSKEYS_MAX = 10
export const RECOVERY_CODES = 10
export const FRIENDLY_NAME_MAX = 100
export const TRUST_DAYS = 30

/** Returns a phone number with most digits hidden, enough for its owner to recognize it: '+49 ··· 456'. */
export function maskPhone(phone: string): string {
  return `${getCallingCode(phone)} ··· ${phone.slice(-3)}`
}
