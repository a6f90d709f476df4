import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What a key is for; a text sealed for one purpose opens for no other. */
type Purpose = 'signing key' | 'authenticator' | 'provider tokens'

const keys = new Map<string, Buffer>()

function keyFor(secret: string, purpose: Purpose): Buffer {
  const name = `${purpose} ${secret}`
  const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', `b2b ${purpose} v1`, 32))
  keys.set(name, key)
  return key
}

/** AES-256-GCM with a random nonce: 12 bytes of nonce, 16 of tag, then the text. */
export function seal(text: string, { secret, purpose }: { secret: string; purpose: Purpose }): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Undefined when it was sealed with another secret, for another purpose, or was changed. */
export function unseal(
  bytes: Buffer,
  { secret, purpose }: { secret: string; purpose: Purpose },
): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
