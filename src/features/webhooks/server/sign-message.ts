import { Webhook } from 'standardwebhooks'
import { findDetailsPath } from '../rules/webhook-kind'
import type { ClaimedDelivery } from './claim-deliveries'
import type { SendServices } from './context'
import { openEndpointSecret } from './endpoint-secret'
import type { Message } from './post-message'

/**
 * Builds the request of a delivery, signed as https://www.standardwebhooks.com describes. Its body is the same in every
 * attempt. After a rotation, the previous secret signs too.
 */
export function signMessage(
  delivery: ClaimedDelivery,
  { secret, config, now }: Pick<SendServices, 'secret' | 'config'> & { now: Date },
): Message {
  const { id, kind, payload, url, secretSealed, previousSecretSealed } = delivery
  const path = findDetailsPath(kind, payload)
  const body = JSON.stringify({
    type: kind,
    timestamp: delivery.createdAt.toISOString(),
    data: { ...payload, ...(path !== undefined && { url: `${config.publicUrl}${path}` }) },
  })
  const signatures = [secretSealed, previousSecretSealed]
    .filter((sealed) => sealed !== null)
    .map((sealed) => new Webhook(openEndpointSecret(sealed, secret)).sign(id, now, body))
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Back-to-Back-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  }
}
