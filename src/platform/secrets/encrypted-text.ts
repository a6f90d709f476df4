import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { listAcceptedKeys, getCurrentKey } from './derived-key'

/** What a key encrypts. Text encrypted for one purpose cannot be decrypted for another. */
type Purpose = 'signing key' | 'authenticator' | 'provider tokens' | 'webhook secret'
type Use = { secret: string; purpose: Purpose }

/** Encrypts with AES-256-GCM and a random nonce: 12 bytes of nonce, 16 of tag, then the text. */
export function seal(text: string, { secret, purpose }: Use): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', getCurrentKey(secret, `b2b ${purpose} v1`), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts; undefined when the bytes were encrypted with neither the current nor the previous secret, for another
 * purpose, or were changed.
 */
export function unseal(bytes: Buffer, { secret, purpose }: Use): string | undefined {
  for (const key of listAcceptedKeys(secret, `b2b ${purpose} v1`)) {
    const text = decrypt(bytes, key)
    if (text !== undefined) return text
  }
  return undefined
}

/** Returns the bytes encrypted with the current secret; undefined when they already are, or cannot be decrypted. */
export function reencrypt(bytes: Buffer, { secret, purpose }: Use): Buffer | undefined {
  if (decrypt(bytes, getCurrentKey(secret, `b2b ${purpose} v1`)) !== undefined) return undefined
  const text = unseal(bytes, { secret, purpose })
  return text === undefined ? undefined : seal(text, { secret, purpose })
}

function decrypt(bytes: Buffer, key: KeyObject): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
