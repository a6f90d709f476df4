import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'

type Purpose = 'factor code' | 'recovery code'

/** Six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * What is kept of a code that is short enough to be tried through: without our secret its hash says nothing. `of` is whom or what
 * it is for, so that it opens nothing else.
 */
export function hashShortCode(
  code: string,
  { secret, purpose, of }: { secret: string; purpose: Purpose; of: string },
): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `b2b ${purpose} v1`, 32))
  return createHmac('sha256', key).update(`${of} ${code}`).digest()
}

export function isSameHash(one: Buffer, other: Buffer | null): boolean {
  return other !== null && one.length === other.length && timingSafeEqual(one, other)
}
