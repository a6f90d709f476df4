import { createHash, createHmac, hkdfSync } from 'node:crypto'

// 256 random bits need no slow hash: nobody can try them all, and equal tokens must be found by an index.
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const keys = new Map<string, Buffer>()

/** Together with what it is for and where it went: the same digits elsewhere are another hash. */
export function hashCode(secret: string, about: { purpose: string; sentTo: string; code: string }): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'b2b one-time code v1', 32))
  keys.set(secret, key)
  return createHmac('sha256', key).update(`${about.purpose}\n${about.sentTo}\n${about.code}`).digest()
}
