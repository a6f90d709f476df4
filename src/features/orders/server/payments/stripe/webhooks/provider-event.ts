import type { Stripe } from 'stripe'

/** The kinds of reports that have an effect here; docs/payments.md names them for the operator. */
export const EVENT_KINDS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'account.updated',
] as const

/** A report of the provider: something happened to an object, which has to be read again. */
export interface ProviderEvent {
  /** The provider's id of the report; the same one may arrive several times. */
  id: string
  /** Stripe's type, such as `payment_intent.succeeded`. */
  kind: string
  objectId: string
  /** The PaymentIntent that the object is or belongs to; null if it belongs to none. */
  paymentId: string | null
}

export function toProviderEvent({ id, type, data }: Stripe.Event): ProviderEvent {
  const about: { id?: string; object?: string; payment_intent?: unknown } = data.object
  const objectId = about.id ?? ''
  const owner = about.object === 'payment_intent' ? objectId : about.payment_intent
  return { id, kind: type, objectId, paymentId: typeof owner === 'string' ? owner : null }
}
