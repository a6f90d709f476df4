import { z } from 'zod'
import { call, id } from '~/platform/rpc/contract'
import { iso } from './contract-shapes'
import { DESK_STATUSES } from './rules/event-status'
import { EVENT_TYPES } from './rules/event-type'
import { SALE_SOURCES } from '~/lib/traffic-source'

const count = z.int().min(0)
const cents = z.int()
/** Not the caller's to see: null. */
const money = cents.nullable()
const day = z.iso.date()

const saleNumbers = z.object({
  event: z.object({
    id,
    title: z.string(),
    status: z.enum(DESK_STATUSES),
    startsAt: iso,
    isDateOpen: z.boolean(),
    timezone: z.string(),
    venueName: z.string(),
    location: z.string(),
    imageUrl: z.string().nullable(),
    eventType: z.enum(EVENT_TYPES),
    /** The caller may edit it: a link to the editor makes sense. */
    canEdit: z.boolean(),
  }),
  /** Before the service fee, of confirmed orders, less what went back. */
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
  /** What would have to sell each day to sell out; null where there is nothing to reckon. */
  perDayToSellOut: count.nullable(),
  /** The last day first to last, days without a sale left out; net of what went back. */
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
  /** They sum to `sold`, a second after a sale; without those that brought neither a look nor a ticket. */
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
    /** Tickets that may still come, and those that came. */
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
