import { randomInt } from 'node:crypto'

const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LENGTH = 8

/** AD-09: eight capitals or digits, each as likely as the other (randomInt rejects what would favour some), not to be guessed. */
export function randomCode(): string {
  return Array.from({ length: LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('')
}
