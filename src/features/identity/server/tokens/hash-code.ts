import { sign, signWithEach } from '~/platform/secrets/derived-key'

interface SentCode {
  purpose: string
  sentTo: string
  code: string
}

const LABEL = 'b2b one-time code v1'
const textOf = ({ purpose, sentTo, code }: SentCode) => `${purpose}\n${sentTo}\n${code}`

/** Hashes a code with its purpose and recipient, so that the same digits have another hash elsewhere. */
export function hashCode(secret: string, sent: SentCode): Buffer {
  return sign(textOf(sent), secret, LABEL)
}

/** Returns the hashes under which the code may be stored: with the current and with the previous secret. */
export function hashesOfCode(secret: string, sent: SentCode): Buffer[] {
  return signWithEach(textOf(sent), secret, LABEL)
}
