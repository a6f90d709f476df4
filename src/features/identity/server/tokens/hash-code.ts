import { sign, signWithEach } from '~/platform/secrets/derived-key'

interface SentCode {
  purpose: string
  sentTo: string
  code: string
}

const LABEL = 'b2b one-time code v1'
const textOf = ({ purpose, sentTo, code }: SentCode) => `${purpose}\n${sentTo}\n${code}`

/** Includes the purpose and the recipient: the same digits elsewhere have another hash. */
export function hashCode(secret: string, sent: SentCode): Buffer {
  return sign(textOf(sent), secret, LABEL)
}

/** The hashes that the code may be stored under: of the current and of the previous secret. */
export function hashesOfCode(secret: string, sent: SentCode): Buffer[] {
  return signWithEach(textOf(sent), secret, LABEL)
}
