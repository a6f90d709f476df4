import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Every use of SECRET in this feature. What is signed or sealed for one is worth nothing for another; a label never changes. */
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

const keys = new Map<string, KeyObject>()

/** 32 bytes by HKDF-SHA-256 (RFC 5869). Derived and imported once: every call of somebody signed in needs one. */
export function derivedKey(secret: string, label: KeyLabel): KeyObject {
  const name = `${label} ${secret}`
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, 32)))
  keys.set(name, key)
  return key
}
