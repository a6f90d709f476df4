import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Text is compared as UTF-8; null equals nothing. */
export function isSameSecret(secret: string | Uint8Array, other: string | Uint8Array | null): boolean {
  if (other === null) return false
  const [a, b] = [Buffer.from(secret), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
