import { randomInt } from 'node:crypto'
import { sign, signWithEach } from '~/platform/secrets/derived-key'

type Purpose = 'factor code' | 'recovery code'

/** Six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

interface Use {
  secret: string
  purpose: Purpose
  /** The id of the account or challenge that the code belongs to; it is worth nothing for another. */
  of: string
}

/** The stored form of a code that is short enough to be guessed: without the secret its hash reveals nothing. */
export function hashShortCode(code: string, { secret, purpose, of }: Use): Buffer {
  return sign(`${of} ${code}`, secret, `b2b ${purpose} v1`)
}

/** The hashes that the code may be stored under: of the current and of the previous secret. */
export function hashesOfShortCode(code: string, { secret, purpose, of }: Use): Buffer[] {
  return signWithEach(`${of} ${code}`, secret, `b2b ${purpose} v1`)
}
