/** The maximum number of active keys per person. */
export const MAX_KEYS = 20
export const MAX_NAME_LENGTH = 100
/** The lifetimes that a person can choose from, in days. */
export const LIFETIMES = [30, 90, 365] as const

/** The start of all keys, by which people and scanners for leaked secrets recognize a key. */
export const KEY_START = 'b2b_'
/** The start of service tokens for the operator's programs. These tokens start like API keys, but aren't API keys. */
const SERVICE_TOKEN_START = 'b2b_service_'
const SERVICE_TOKEN_LENGTH = SERVICE_TOKEN_START.length + 43
/** The number of characters of a key that its owner can still see later. They reveal 24 of its 256 random bits. */
const PREFIX_LENGTH = KEY_START.length + 4

const KEY_FORM = /^b2b_[\w-]{43}$/

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether a bearer token looks like an API key, valid or not. */
export function isApiKey(token: string): boolean {
  const isServiceToken = token.startsWith(SERVICE_TOKEN_START) && token.length === SERVICE_TOKEN_LENGTH
  return token.startsWith(KEY_START) && !isServiceToken
}

/** Whether a token has the length and characters of an API key. */
export function isWellFormedKey(token: string): boolean {
  return KEY_FORM.test(token)
}

export function getPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}

/** Returns the time at which a key expires. `days` is null for a key that never expires. */
export function computeExpiry(now: Date, days: number | null): Date | null {
  return days === null ? null : new Date(now.getTime() + days * DAY_MS)
}

/** Whether a key can be used at `now`. */
export function isActive(key: { expiresAt: Date | null; revokedAt: Date | null }, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}
