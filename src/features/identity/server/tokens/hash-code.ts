import { sign, signWithEach } from '~/platform/secrets/derived-key'

interface SentCode {
  purpose: string
  sentTo: string
  code: string
}

const LABEL = 'b2b one-time code v1'
const toText = ({ purpose, sentTo, code }: SentCode) => `${purpose}\n${sentTo}\n${code}`

/** Hashes a code together with its purpose and recipient, so that the same digits have different hashes. */
export function hashCode(secret: string, sent: SentCode): Buffer {
  return sign(toText(sent), secret, LABEL)
}

/** Returns the hashes under which the code may be stored: with the current and with the previous secret. */
export function listCodeHashes(secret: string, sent: SentCode): Buffer[] {
  return signWithEach(toText(sent), secret, LABEL)
}
