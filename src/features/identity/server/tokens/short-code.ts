import { createHmac, randomInt } from 'node:crypto'
import { derivedKey } from '../secrets/derived-key'

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
  return createHmac('sha256', derivedKey(secret, `b2b ${purpose} v1`))
    .update(`${of} ${code}`)
    .digest()
}
