import { timingSafeEqual } from 'node:crypto'

/** Takes as long wherever they differ. Text is compared as UTF-8; what is not there is the same as nothing. */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array | null): boolean {
  if (other === null) return false
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
