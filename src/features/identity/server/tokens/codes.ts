import { randomInt } from 'node:crypto'
import { sign, signWithEach } from '~/platform/secrets/derived-key'

type Purpose = 'factor code' | 'recovery code'

/** Returns a six-digit code. */
export function generateShortCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

interface Use {
  secret: string
  purpose: Purpose
  /** The id of the account or challenge that the code belongs to. The code is invalid for any other. */
  of: string
}

/** Returns the stored form of a code that is short enough to be guessed: without the secret its hash reveals nothing. */
export function hashShortCode(code: string, { secret, purpose, of }: Use): Buffer {
  return sign(`${of} ${code}`, secret, `b2b ${purpose} v1`)
}

/** Returns the hashes under which the code may be stored: with the current and with the previous secret. */
export function listShortCodeHashes(code: string, { secret, purpose, of }: Use): Buffer[] {
  return signWithEach(`${of} ${code}`, secret, `b2b ${purpose} v1`)
}

interface SentCode {
  purpose: string
  sentTo: string
  code: string
}

const LABEL = 'b2b one-time code v1'
const toText = ({ purpose, sentTo, code }: SentCode) => `${purpose}\n${sentTo}\n${code}`

/**
 * Hashes a code together with its purpose and recipient, so that the same digits have a different hash for each
 * purpose and recipient.
 */
export function hashCode(secret: string, sent: SentCode): Buffer {
  return sign(toText(sent), secret, LABEL)
}

/** Returns the hashes under which the code may be stored: with the current and with the previous secret. */
export function listCodeHashes(secret: string, sent: SentCode): Buffer[] {
  return signWithEach(toText(sent), secret, LABEL)
}
