import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { isSameSecret } from './is-same-secret'

/** All uses of SECRET. A value signed or encrypted for one use is invalid for the others. Never change a label. */
type KeyLabel =
  | 'b2b_session cookie v1'
  | 'b2b refresh token v1'
  | 'b2b sign-in flow v1'
  | 'b2b setup v1'
  | 'b2b one-time code v1'
  | 'b2b factor code v1'
  | 'b2b recovery code v1'
  | 'b2b signing key v1'
  | 'b2b authenticator v1'
  | 'b2b provider tokens v1'
  | 'b2b webhook secret v1'
  | 'b2b unsubscribe link v1'
  | 'b2b calendar feed v1'
  | 'b2b ticket transfer v1'
  | 'b2b profile view v1'

// A character that environment variables can't contain.
const SEPARATOR = '\0'
const keys = new Map<string, KeyObject>()

/** Joins SECRET and SECRET_PREVIOUS into the text that services receive as `secret`. */
export function joinSecrets(current: string, previous: string | undefined): string {
  return previous === undefined ? current : current + SEPARATOR + previous
}

export function splitSecrets(secret: string): string[] {
  return secret.split(SEPARATOR)
}

/** Returns the key that signs and encrypts: 32 bytes by HKDF-SHA-256 (RFC 5869) of the current secret. */
export function getCurrentKey(secret: string, label: KeyLabel): KeyObject {
  const [current = ''] = splitSecrets(secret)
  return deriveKey(current, label)
}

/** Returns every key that verifies and decrypts, the current one first. */
export function listAcceptedKeys(secret: string, label: KeyLabel): KeyObject[] {
  return splitSecrets(secret).map((part) => deriveKey(part, label))
}

export function sign(text: string | Uint8Array, secret: string, label: KeyLabel): Buffer {
  return createHmac('sha256', getCurrentKey(secret, label)).update(text).digest()
}

/** Returns the signatures under all accepted keys, for comparing or looking up. */
export function signWithEach(text: string | Uint8Array, secret: string, label: KeyLabel): Buffer[] {
  return listAcceptedKeys(secret, label).map((key) => createHmac('sha256', key).update(text).digest())
}

/** Whether `sign` created this signature (text: base64url) with the current or the previous key. */
export function isSigned(
  text: string | Uint8Array,
  signature: string | Uint8Array,
  secret: string,
  label: KeyLabel,
): boolean {
  return signWithEach(text, secret, label).some((expected) =>
    isSameSecret(typeof signature === 'string' ? expected.toString('base64url') : expected, signature),
  )
}

// Cached, because each request of a signed-in person needs a key.
function deriveKey(secret: string, label: KeyLabel): KeyObject {
  const name = `${label} ${secret}`
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, 32)))
  keys.set(name, key)
  return key
}
