import { z } from 'zod'
import { currency, defineCalls, id, instant } from '~/platform/rpc/contract'
import { eventSummary } from './contract-dashboard-shapes'
import { EVENT_TYPES } from './rules/event-type'
import { SALE_SOURCES } from './rules/traffic-source'

const count = z.int().min(0)
const cents = z.int()
/** An amount in cents; null if the caller may not see revenue. */
const money = cents.nullable()
const day = z.iso.date()

export const saleNumbers = z.object({
  event: eventSummary.extend({
    imageUrl: z.string().nullable(),
    eventType: z.enum(EVENT_TYPES),
    /** Whether the caller may edit the event. If so, show a link to the editor. */
    canEdit: z.boolean(),
    /** Whether the caller manages the event's money. If so, show its refunds and open disputes. */
    canManageMoney: z.boolean(),
  }),
  /** Revenue from confirmed orders, before the service fee and net of refunds. */
  revenueCents: money,
  /** The currency of all amounts. */
  currency,
  sold: count,
  total: count,
  /** The sold tickets in percent of all, rounded (ME-02). */
  salesPercent: count,
  views: count,
  /** Tickets per view in tenths of a percent (103 is 10.3 %); null without a view. */
  conversionPerMille: count.nullable(),
  /** Days until the event begins, in its time zone; null once it has begun or while its date is open. */
  daysToGo: count.nullable(),
  /** Tickets per day needed to sell out; null if there is nothing to compute. */
  perDayToSellOut: count.nullable(),
  /** Sales per day, net of refunds, latest day first. Days without a sale are left out. */
  days: z.array(z.object({ day, tickets: z.int(), cents: money })),
  /** Today in the event's time zone. No entry of `days` is later. */
  today: day,
  types: z.array(
    z.object({
      id,
      name: z.string(),
      isHidden: z.boolean(),
      priceCents: cents,
      sold: count,
      total: count,
      revenueCents: money,
    }),
  ),
  /**
   * Sources without views and tickets are left out. The sum of `tickets` equals `sold`, up to a second after a sale.
   */
  sources: z.array(
    z.object({
      source: z.enum(SALE_SOURCES),
      /** The label of the source, such as `Chat rooms` or `Juno Okafor’s profile`. */
      label: z.string(),
      views: count,
      tickets: count,
    }),
  ),
  checkIns: z.object({
    tickets: count,
    guests: count,
    /** Tickets and guests, checked in or not. */
    expected: count,
    quarters: z.array(z.object({ at: instant, tickets: count, guests: count })),
  }),
})
export type SaleNumbers = z.output<typeof saleNumbers>

export const numbers = {
  get: defineCalls('events', 'members_area')(
    'GET',
    '/dashboard/events/{id}/numbers',
    'Get sales figures: by day, by ticket type, by source of visitors, and check-ins',
  )
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ id }))
    .output(saleNumbers),
}
