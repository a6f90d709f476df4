import type { Transaction } from '../connect'
import type { SeedEvent } from './texts/event'
import { eventsLater } from './texts/events-later'
import { eventsCalledOff, eventsPast } from './texts/events-past'
import { eventsSoon } from './texts/events-soon'
import { eventsUnseen } from './texts/events-unseen'
import { djs } from './texts/djs'
import { type SeedVenue, venues } from './texts/venues'
import { insertRows } from './insert-rows'
import { instantOf } from './local-time'
import { personId, stageName } from './people'
import { seedId } from './random'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const programme = [...eventsSoon, ...eventsLater, ...eventsUnseen, ...eventsPast, ...eventsCalledOff]

export interface PlannedTicketType {
  id: string
  name: string
  description: string
  priceCents: number
  total: number
  /** What the books will show as sold once all orders are in. */
  sold: number
}

export interface PlannedEvent extends SeedEvent {
  id: string
  startsAt: Date
  endsAt: Date
  /** When it was put on sale. */
  createdAt: Date
  place: SeedVenue
  ticketTypes: PlannedTicketType[]
}

export function planEvents(now: Date): PlannedEvent[] {
  return programme.map((event, n) => {
    const place = venues[event.venue]
    const startsAt = instantOf(event.when, place.zone, now)
    return {
      ...event,
      id: seedId('event', n),
      startsAt,
      endsAt: new Date(startsAt.getTime() + event.hours * HOUR),
      createdAt: new Date(Math.min(startsAt.getTime() - 90 * DAY, now.getTime() - (2 + (n % 9)) * DAY)),
      place,
      ticketTypes: event.tickets.map(([name, description, dollars, total, sold], position) => ({
        id: seedId('ticket-type', n * 10 + position),
        name,
        description,
        priceCents: dollars * 100,
        total,
        sold,
      })),
    }
  })
}

/** `sold` says how many seats of each ticket type the orders hold; the counters are written from it, not from the plan. */
export async function seedEvents(
  trx: Transaction,
  events: readonly PlannedEvent[],
  sold: ReadonlyMap<string, number>,
): Promise<void> {
  await insertRows(trx, 'events', events.map(eventRow))
  await insertRows(trx, 'line_up_slots', events.flatMap(slotRows))
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
        created_at: event.createdAt,
      })),
    ),
  )
}

function eventRow(event: PlannedEvent) {
  // A draft has a city in mind and no room yet.
  const isDraft = event.status === 'draft'
  return {
    id: event.id,
    title: event.title,
    description: event.text,
    event_type: event.type,
    event_date: event.startsAt,
    doors_at: new Date(event.startsAt.getTime() - HOUR / 2),
    ends_at: event.endsAt,
    timezone: event.place.zone,
    event_status: event.status ?? 'published',
    is_public: event.isPrivate !== true,
    location: event.place.city,
    venue_name: isDraft ? '' : event.place.name,
    venue_address: isDraft ? '' : event.place.address,
    capacity: event.capacity,
    age_restriction: event.age,
    ticket_price_cents: event.atTheDoor ? event.atTheDoor[0] * 100 : null,
    tickets_available: event.atTheDoor?.[1] ?? null,
    organizer_id: personId(event.organizer),
    dj_id: personId(event.host),
    is_sample: true,
    created_at: event.createdAt,
    updated_at: event.createdAt,
  }
}

const members = new Set(['dae-jung', ...djs.map((dj) => dj.key)])

/** The night in equal parts: whoever is billed first plays last. */
function slotRows(event: PlannedEvent) {
  const length = (event.endsAt.getTime() - event.startsAt.getTime()) / event.lineUp.length
  const at = (share: number): Date =>
    new Date(Math.round((event.startsAt.getTime() + share * length) / 900_000) * 900_000)
  return event.lineUp.map((name, billing) => {
    const turn = event.lineUp.length - 1 - billing
    return {
      id: seedId(`slot of ${event.title}`, billing),
      event_id: event.id,
      dj_id: members.has(name) ? personId(name) : null,
      name: members.has(name) ? stageName(name) : name,
      starts_at: at(turn),
      ends_at: at(turn + 1),
      billing,
    }
  })
}
