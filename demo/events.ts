import type { Transaction } from '~/database/connect'
import { NO_TAX } from '~/lib/tax'
import type { SeedEvent } from './texts/event'
import { eventsLater } from './texts/events-later'
import { eventsNotOnSale } from './texts/events-not-on-sale'
import { eventsCalledOff, eventsPast } from './texts/events-past'
import { eventsSoon } from './texts/events-soon'
import { eventsUnseen } from './texts/events-unseen'
import { djs } from './texts/djs'
import { type SeedVenue, venues } from './texts/venues'
import { insertRows } from './insert-rows'
import { toInstant } from './local-time'
import { getPersonId, getStageName } from './people'
import { seedId } from './random'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const program = [
  ...eventsSoon,
  ...eventsLater,
  ...eventsUnseen,
  ...eventsPast,
  ...eventsCalledOff,
  ...eventsNotOnSale,
]

/** Converts an amount from the demo texts, in dollars, to the smallest unit of the venue's currency. */
export const toCents = (dollars: number, { perDollar = 1 }: SeedVenue): number => dollars * perDollar * 100

export interface PlannedTicketType {
  id: string
  name: string
  description: string
  priceCents: number
  total: number
  /** Sold tickets once all orders are seeded. */
  sold: number
  /** Tickets that were sold and then refunded because the event was cancelled. */
  refundedSeats: number
  accessCode: string | null
}

export interface PlannedEvent extends SeedEvent {
  id: string
  startsAt: Date
  endsAt: Date
  /** When the event was published. */
  createdAt: Date
  /** When the event was postponed or cancelled. */
  changedAt: Date | null
  place: SeedVenue
  ticketTypes: PlannedTicketType[]
}

export function planEvents(now: Date): PlannedEvent[] {
  return program.map((event, n) => {
    const place = venues[event.venue]
    const startsAt = toInstant(event.time, place.zone, now)
    return {
      ...event,
      id: seedId('event', n),
      startsAt,
      endsAt: new Date(startsAt.getTime() + event.hours * HOUR),
      createdAt: new Date(Math.min(startsAt.getTime() - 90 * DAY, now.getTime() - (2 + (n % 9)) * DAY)),
      changedAt: event.change
        ? new Date(Math.min(now.getTime(), startsAt.getTime()) - event.change.daysAgo * DAY)
        : null,
      place,
      ticketTypes: event.tickets.map(([name, description, dollars, total, sold, accessCode], position) => ({
        id: seedId('ticket-type', n * 10 + position),
        name,
        description,
        priceCents: toCents(dollars, place),
        total,
        sold: event.status === 'cancelled' ? 0 : sold,
        refundedSeats: event.status === 'cancelled' ? sold : 0,
        accessCode: accessCode ?? null,
      })),
    }
  })
}

/**
 * Seeds the events. `sold` holds the seats per ticket type from the orders; the counters are written from it, not from
 * the plan.
 */
export async function seedEvents(
  trx: Transaction,
  events: readonly PlannedEvent[],
  {
    sold,
    imageUrls,
    now,
  }: { sold: ReadonlyMap<string, number>; imageUrls: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  await insertRows(
    trx,
    'events',
    events.map((event) => ({
      ...toEventRow(event, now),
      featured_image_url: imageUrls.get(event.title) ?? null,
    })),
  )
  await insertRows(trx, 'line_up_slots', events.flatMap(toSlotRows))
  await insertRows(
    trx,
    'ticket_types',
    events.flatMap((event) =>
      event.ticketTypes.map((type, position) => ({
        id: type.id,
        event_id: event.id,
        name: type.name,
        description: type.description,
        price_cents: type.priceCents,
        quantity_total: type.total,
        quantity_sold: sold.get(type.id) ?? 0,
        sort_order: position,
        access_code: type.accessCode,
        created_at: event.createdAt,
      })),
    ),
  )
}

function toEventRow(event: PlannedEvent, now: Date) {
  const { tax = NO_TAX } = event.place
  return {
    id: event.id,
    title: event.title,
    description: event.text,
    event_type: event.type,
    event_date: event.startsAt,
    doors_at: new Date(event.startsAt.getTime() - HOUR / 2),
    ends_at: event.endsAt,
    timezone: event.place.zone,
    currency: event.place.currency,
    tax_mode: tax.mode,
    tax_ppm: tax.ratePpm,
    event_status: event.status ?? 'published',
    is_public: event.isPrivate !== true,
    location: event.place.city,
    venue_name: event.isVenueOpen ? '' : event.place.name,
    venue_address: event.isVenueOpen ? '' : event.place.address,
    capacity: event.capacity,
    age_restriction: event.age,
    ticket_price_cents: event.doorTickets ? toCents(event.doorTickets[0], event.place) : null,
    tickets_available: event.doorTickets?.[1] ?? null,
    organizer_id: getPersonId(event.organizer),
    dj_id: getPersonId(event.host),
    is_sample: true,
    ...toStatusColumns(event, now),
    created_at: event.createdAt,
    updated_at: event.changedAt ?? event.createdAt,
  }
}

const REFUNDED_FOR = 14 * DAY

/** Returns the columns that record whether an event was published, postponed, moved or canceled. */
function toStatusColumns({ status, change, changedAt, createdAt, place, ...event }: PlannedEvent, now: Date) {
  const movedFrom = change?.movedFrom && toInstant(change.movedFrom, place.zone, now)
  return {
    published_at: status === 'draft' ? null : createdAt,
    status_message: change?.reason ?? '',
    status_changed_at: changedAt,
    moved_from: movedFrom ?? null,
    refundable_until: movedFrom && changedAt ? new Date(changedAt.getTime() + REFUNDED_FOR) : null,
    // Matches features/events/server/notified-state.ts.
    notified_state:
      status === 'draft'
        ? null
        : {
            status: status ?? 'published',
            isDateOpen: false,
            startsAt: event.startsAt.toISOString(),
            doorsAt: new Date(event.startsAt.getTime() - HOUR / 2).toISOString(),
            endsAt: event.endsAt.toISOString(),
            timezone: place.zone,
            venueName: place.name,
            venueAddress: place.address,
            location: place.city,
          },
  }
}

const members = new Set(['dae-jung', ...djs.map((dj) => dj.key)])

/** Divides the event into equal sets. The headliner, first on the bill, plays last. */
function toSlotRows(event: PlannedEvent) {
  const length = (event.endsAt.getTime() - event.startsAt.getTime()) / event.lineUp.length
  const toSlotTime = (share: number): Date =>
    new Date(Math.round((event.startsAt.getTime() + share * length) / 900_000) * 900_000)
  return event.lineUp.map((name, billing) => {
    const turn = event.lineUp.length - 1 - billing
    return {
      id: seedId(`slot of ${event.title}`, billing),
      event_id: event.id,
      dj_id: members.has(name) ? getPersonId(name) : null,
      name: members.has(name) ? getStageName(name) : name,
      starts_at: toSlotTime(turn),
      ends_at: toSlotTime(turn + 1),
      billing,
      billed_as: getBillingLevel(billing, event.lineUp.length),
    }
  })
}

function getBillingLevel(position: number, actCount: number): string {
  if (position === 0) return 'headline'
  return actCount > 2 && position === actCount - 1 ? 'opening' : 'support'
}
