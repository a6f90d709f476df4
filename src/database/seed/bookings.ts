import type { Transaction } from '../connect'
import { bookings } from './texts/bookings'
import { venues } from './texts/venues'
import type { PlannedEvent } from './events'
import { pastBookings } from './past-bookings'
import { insertRows } from './insert-rows'
import { instantOf } from './local-time'
import { personId } from './people'
import type { PlannedBooking } from './planned-booking'
import { seedId } from './random'
import { seedReviews } from './reviews'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function planBookings(now: Date): PlannedBooking[] {
  const current = bookings.map((booking) => {
    const zone = venues[booking.venue].zone
    const startsAt = instantOf(booking.when, zone, now)
    const askedAt = new Date(Math.min(now.getTime(), startsAt.getTime()) - booking.asked * DAY)
    return {
      ...booking,
      startsAt,
      endsAt: new Date(startsAt.getTime() + booking.hours * HOUR),
      askedAt,
      zone,
    }
  })
  // Ids go by the time of asking, like those of real bookings.
  return [...pastBookings(current, now), ...current]
    .sort((a, b) => a.askedAt.getTime() - b.askedAt.getTime())
    .map((booking, n): PlannedBooking => ({ ...booking, id: seedId('booking', n) }))
}

/** Bookings in each state with every step that led there, and as many old ones as Discover counts for each DJ. */
export async function seedBookings(
  trx: Transaction,
  { events, now }: { events: readonly PlannedEvent[]; now: Date },
): Promise<void> {
  const planned = planBookings(now)
  const eventIds = new Map(events.map((event) => [event.title, event.id]))
  await insertRows(
    trx,
    'bookings',
    planned.map((booking) => ({
      id: booking.id,
      client_id: personId(booking.client),
      dj_id: personId(booking.dj),
      event_date: booking.startsAt,
      ends_at: booking.endsAt,
      timezone: booking.zone,
      event_type: booking.type,
      location: `${venues[booking.venue].name}, ${venues[booking.venue].city}`,
      status: booking.status,
      fee_cents: agreedDollars(booking) * 100,
      event_id: booking.event === undefined ? null : (eventIds.get(booking.event) ?? null),
      deposit_cents: Math.round(agreedDollars(booking) / 4) * 100,
      hospitality: HOSPITALITY,
      technical: TECHNICAL,
      steps: stepRows(booking).length,
      awaiting_id:
        booking.status === 'pending' ? personId(booking.counter ? booking.client : booking.dj) : null,
      answer_by: booking.status === 'pending' ? answerBy(booking) : null,
      completed_at: booking.status === 'completed' ? booking.endsAt : null,
      cancelled_by: booking.cancel ? personId(booking.cancel[0]) : null,
      cancel_reason: booking.cancel?.[1] ?? null,
      created_at: booking.askedAt,
      updated_at: booking.askedAt,
    })),
  )
  await insertRows(trx, 'booking_steps', planned.flatMap(stepRows))
  await seedReviews(trx, planned)
}

const HOSPITALITY = 'Room for one, dinner before the set'
const TECHNICAL = 'Two turntables, rotary mixer, booth monitors'
const PATIENCE = 14 * DAY

function answerBy(booking: PlannedBooking): Date {
  const lastStep = booking.askedAt.getTime() + (booking.counter ? 3 * HOUR : 0)
  return new Date(Math.min(booking.startsAt.getTime(), lastStep + PATIENCE))
}

function agreedDollars(booking: PlannedBooking): number {
  return booking.counter?.[0] ?? booking.dollars
}

function stepRows(booking: PlannedBooking) {
  const hoursLater = (hours: number): Date => new Date(booking.askedAt.getTime() + hours * HOUR)
  const terms = (dollars: number) => ({
    fee_cents: dollars * 100,
    deposit_cents: Math.round(dollars / 4) * 100,
    starts_at: booking.startsAt.toISOString(),
    ends_at: booking.endsAt.toISOString(),
    timezone: booking.zone,
    event_type: booking.type,
    location: `${venues[booking.venue].name}, ${venues[booking.venue].city}`,
    hospitality: HOSPITALITY,
    technical: TECHNICAL,
  })
  const steps: {
    actor: string | null
    kind: string
    terms: Record<string, number | string>
    message: string | null
    at: Date
  }[] = [
    {
      actor: booking.client,
      kind: 'request',
      terms: terms(booking.dollars),
      message: booking.message,
      at: booking.askedAt,
    },
  ]
  if (booking.counter) {
    const [dollars, message] = booking.counter
    steps.push({ actor: booking.dj, kind: 'offer', terms: terms(dollars), message, at: hoursLater(3) })
  }
  if (booking.status === 'confirmed' || booking.status === 'completed') {
    const actor = booking.counter ? booking.client : booking.dj
    steps.push({
      actor,
      kind: 'accept',
      terms: terms(agreedDollars(booking)),
      message: null,
      at: hoursLater(5),
    })
  }
  if (booking.status === 'completed')
    steps.push({ actor: null, kind: 'complete', terms: {}, message: null, at: booking.endsAt })
  if (booking.cancel) {
    const [by, reason] = booking.cancel
    steps.push({ actor: by, kind: 'cancel', terms: {}, message: reason, at: hoursLater(30) })
  }
  return steps.map(({ actor, at, ...step }, position) => ({
    id: seedId(`step of ${booking.id}`, position),
    booking_id: booking.id,
    position: position + 1,
    actor_id: actor === null ? null : personId(actor),
    ...step,
    created_at: at,
  }))
}
