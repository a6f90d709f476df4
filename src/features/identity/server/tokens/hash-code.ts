import { createHmac } from 'node:crypto'
import { derivedKey } from '../secrets/derived-key'

/** Together with what it is for and where it went: the same digits elsewhere are another hash. */
export function hashCode(secret: string, about: { purpose: string; sentTo: string; code: string }): Buffer {
  return createHmac('sha256', derivedKey(secret, 'b2b one-time code v1'))
    .update(`${about.purpose}\n${about.sentTo}\n${about.code}`)
    .digest()
}
