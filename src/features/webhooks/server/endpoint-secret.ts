import { randomBytes } from 'node:crypto'
import { seal, unseal } from '~/platform/secrets/encrypted-text'

const PREFIX = 'whsec_'

/** Creates a secret of 24 random bytes in the format of Standard Webhooks. */
export function createEndpointSecret(secret: string): { text: string; sealed: Buffer } {
  const text = `${PREFIX}${randomBytes(24).toString('base64')}`
  return { text, sealed: seal(text, { secret, purpose: 'webhook secret' }) }
}

/** Decrypts the secret of an endpoint. @throws Error if it was encrypted with neither SECRET nor SECRET_PREVIOUS. */
export function openEndpointSecret(sealed: Buffer, secret: string): string {
  const text = unseal(sealed, { secret, purpose: 'webhook secret' })
  if (text === undefined)
    throw new Error('The secret of a webhook endpoint was encrypted with another SECRET')
  return text
}
