import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits, 43 characters of base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored form of a token, SHA-256. 256 random bits need no slow hash, and the hash must be indexable. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
