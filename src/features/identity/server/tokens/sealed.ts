import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey } from '../secrets/derived-key'

/** What a key is for; a text sealed for one purpose opens for no other. */
type Purpose = 'signing key' | 'authenticator' | 'provider tokens'

/** AES-256-GCM with a random nonce: 12 bytes of nonce, 16 of tag, then the text. */
export function seal(text: string, { secret, purpose }: { secret: string; purpose: Purpose }): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(secret, `b2b ${purpose} v1`), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Undefined when it was sealed with another secret, for another purpose, or was changed. */
export function unseal(
  bytes: Buffer,
  { secret, purpose }: { secret: string; purpose: Purpose },
): string | undefined {
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      derivedKey(secret, `b2b ${purpose} v1`),
      bytes.subarray(0, 12),
    )
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
