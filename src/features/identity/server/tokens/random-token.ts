import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, 43 letters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of such a token, SHA-256. 256 random bits need no slow hash, and an index must find them. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
