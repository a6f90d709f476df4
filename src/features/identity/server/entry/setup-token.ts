import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * What opens a house that has no admin: made from the secret, so that nothing is stored and every process prints the same.
 * A key of its own for this purpose, so that no signature made elsewhere with SECRET is one.
 */
export function setupToken(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'b2b setup v1', 32))
  return createHmac('sha256', key).update('the first admin').digest('base64url')
}

export function isSetupToken(given: string, secret: string): boolean {
  const [own, other] = [Buffer.from(setupToken(secret)), Buffer.from(given)]
  return own.length === other.length && timingSafeEqual(own, other)
}
