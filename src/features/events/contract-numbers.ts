import { z } from 'zod'
import { call, id } from '~/platform/rpc/contract'
import { eventSummary } from './contract-desk-shapes'
import { iso } from './contract-shapes'
import { EVENT_TYPES } from './rules/event-type'
import { SALE_SOURCES } from './rules/traffic-source'

const count = z.int().min(0)
const cents = z.int()
/** Null for a caller who may not see it. */
const money = cents.nullable()
const day = z.iso.date()

const saleNumbers = z.object({
  event: eventSummary.extend({
    imageUrl: z.string().nullable(),
    eventType: z.enum(EVENT_TYPES),
    /** The caller may edit it: a link to the editor makes sense. */
    canEdit: z.boolean(),
  }),
  /** Of confirmed orders, before the service fee, net of refunds. */
  revenueCents: money,
  sold: count,
  total: count,
  /** ME-02: sold / total, rounded. */
  salesPercent: count,
  views: count,
  /** Tickets per view in tenths of a percent (103 is 10.3 %); null without a view. */
  conversionPerMille: count.nullable(),
  /** Days of the event's zone until it begins; null once it has begun or while its date is open. */
  daysToGo: count.nullable(),
  /** What would have to sell each day to sell out; null where there is nothing to compute. */
  perDayToSellOut: count.nullable(),
  /** The last day first to last, days without a sale left out; net of refunds. */
  days: z.array(z.object({ day, tickets: z.int(), cents: money })),
  /** Today in the event's zone: the last day there can be. */
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
  /** They sum to `sold`, a second after a sale; without sources that brought neither a view nor a ticket. */
  sources: z.array(
    z.object({
      source: z.enum(SALE_SOURCES),
      /** `Chat rooms`, `Juno Okafor’s profile` */
      label: z.string(),
      views: count,
      tickets: count,
    }),
  ),
  checkIns: z.object({
    tickets: count,
    guests: count,
    /** Tickets and guests that are not checked in yet, and those that are. */
    expected: count,
    quarters: z.array(z.object({ at: iso, tickets: count, guests: count })),
  }),
})
export type SaleNumbers = z.output<typeof saleNumbers>

export const numbers = {
  get: call
    .meta({ access: 'members_area' })
    .route({
      method: 'GET',
      path: '/desk/events/{id}/numbers',
      tags: ['events'],
      summary: 'How an event sells: per day, by type, where visitors came from, who is in',
    })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ id }))
    .output(saleNumbers),
}
