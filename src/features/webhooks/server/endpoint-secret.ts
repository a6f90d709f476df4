import { randomBytes } from 'node:crypto'
import { seal, unseal } from '~/platform/secrets/sealed'

const PREFIX = 'whsec_'

/** Creates a secret in the format of Standard Webhooks: 24 random bytes. */
export function createEndpointSecret(secret: string): { text: string; sealed: Buffer } {
  const text = `${PREFIX}${randomBytes(24).toString('base64')}`
  return { text, sealed: seal(text, { secret, purpose: 'webhook secret' }) }
}

/** @throws Error when neither SECRET nor SECRET_PREVIOUS encrypted it. */
export function openEndpointSecret(sealed: Buffer, secret: string): string {
  const text = unseal(sealed, { secret, purpose: 'webhook secret' })
  if (text === undefined)
    throw new Error('The secret of a webhook endpoint was encrypted with another SECRET')
  return text
}
