import { z } from 'zod'
import { STEP_KINDS, status as bookingStatus } from '~/features/bookings/contract-shapes'
import { DASHBOARD_STATUSES } from '~/features/events/rules/event-status'
import type { WebhookKind } from './rules/webhook-kind'

const id = z.uuid()
const moment = z.iso.datetime()

const event = z.object({
  eventId: id,
  state: z.enum(DASHBOARD_STATUSES),
  version: z.int(),
  startsAt: moment,
  endsAt: moment.nullable(),
  changedAt: moment,
})

const order = z.object({
  orderId: id,
  orderNumber: z.string().meta({ examples: ['OR-2026-10001'] }),
  eventId: id,
  state: z.enum(['confirmed', 'refunded']),
  totalCents: z.int().describe('The total of the order in the smallest unit of its currency.'),
  currency: z
    .string()
    .describe('An ISO 4217 code.')
    .meta({ examples: ['EUR'] }),
  confirmedAt: moment.nullable(),
})

const checkIn = z.object({
  eventId: id,
  ticketId: id,
  ticketNumber: z.string().meta({ examples: ['TK-9E37-79761'] }),
  state: z.literal('checked_in'),
  at: moment,
})

const booking = z.object({
  bookingId: id,
  bookingNumber: z.string().meta({ examples: ['BK-2026-0042'] }),
  eventId: id.nullable(),
  state: bookingStatus,
  step: z.enum(STEP_KINDS).describe('What happened.'),
  startsAt: moment,
  endsAt: moment.nullable(),
  changedAt: moment,
})

/** The summary and the stored data of each kind of message. The sender adds `url`, where the receiver gets the details. */
export const WEBHOOK_MESSAGES: Readonly<Record<WebhookKind, { summary: string; data: z.ZodObject }>> = {
  'event.published': { summary: 'An event is published', data: event },
  'event.changed': { summary: 'A published event changes, is postponed or becomes a draft', data: event },
  'event.cancelled': { summary: 'An event is canceled', data: event },
  'order.confirmed': { summary: 'Tickets are bought or given away', data: order },
  'order.refunded': { summary: 'An order is refunded, completely or in part', data: order },
  'ticket.checked_in': { summary: 'A ticket is checked in', data: checkIn },
  'booking.changed': { summary: 'A booking changes', data: booking },
}
