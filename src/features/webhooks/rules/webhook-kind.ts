/** The kinds of messages that an endpoint can receive. docs/webhooks.md describes each. */
export const WEBHOOK_KINDS = [
  'event.published',
  'event.changed',
  'event.cancelled',
  'order.confirmed',
  'order.refunded',
  'ticket.checked_in',
  'booking.changed',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** The kind of a test message, which a member sends to try an endpoint. */
export const TEST_KIND = 'webhook.test'

type Payload = Readonly<Record<string, unknown>>

/** Returns the API path from which the receiver can get the details of a change; undefined for a test message. */
export function findDetailsPath(kind: string, { eventId, bookingId }: Payload): string | undefined {
  if (kind === 'booking.changed') return `/api/v1/bookings/${String(bookingId)}`
  if (kind.startsWith('order.')) return `/api/v1/events/${String(eventId)}/orders`
  if (kind.startsWith('ticket.')) return `/api/v1/events/${String(eventId)}/attendees`
  return kind.startsWith('event.') ? `/api/v1/me/events/${String(eventId)}` : undefined
}
