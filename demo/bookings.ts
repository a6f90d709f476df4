import { sql } from 'kysely'
import { FLAT_DEAL, hasFixedAmount } from '~/features/bookings/rules/deal'
import { formatIsoDay } from '~/lib/time'
import type { Transaction } from '~/database/connect'
import { bookings, holds } from './texts/bookings'
import { djs } from './texts/djs'
import { type SeedVenue, venues } from './texts/venues'
import { type PlannedEvent, toCents } from './events'
import { planPastBookings } from './past-bookings'
import { insertRows } from './insert-rows'
import { toInstant } from './local-time'
import { getPersonId } from './people'
import type { PlannedBooking } from './planned-booking'
import { seedId } from './random'
import { seedReviews } from './reviews'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function planBookings(now: Date): PlannedBooking[] {
  const current = bookings.map((booking) => {
    const zone = venues[booking.venue].zone
    const startsAt = toInstant(booking.time, zone, now)
    const requestedAt = new Date(Math.min(now.getTime(), startsAt.getTime()) - booking.daysAgo * DAY)
    return {
      ...booking,
      startsAt,
      endsAt: new Date(startsAt.getTime() + booking.hours * HOUR),
      requestedAt,
      zone,
    }
  })
  // Ids sort by request time, like those of real bookings.
  return [...planPastBookings(current, now), ...current]
    .sort((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime())
    .map((booking, n): PlannedBooking => ({ ...booking, id: seedId('booking', n) }))
}

/** Seeds bookings in every state with all their steps, and past bookings that match each DJ's count on Discover. */
export async function seedBookings(
  trx: Transaction,
  { events, now }: { events: readonly PlannedEvent[]; now: Date },
): Promise<void> {
  const planned = planBookings(now)
  const eventIds = new Map(events.map((event) => [event.title, event.id]))
  await insertRows(
    trx,
    'bookings',
    planned.map((booking, n) => ({
      id: booking.id,
      booking_number: formatBookingNumber(booking, n),
      client_id: getPersonId(booking.client),
      dj_id: getPersonId(booking.dj),
      event_date: booking.startsAt,
      ends_at: booking.endsAt,
      timezone: booking.zone,
      event_type: booking.type,
      location: `${venues[booking.venue].name}, ${venues[booking.venue].city}`,
      currency: venues[booking.venue].currency,
      status: booking.status,
      ...toDealTerms(booking.deal, getAgreedDollars(booking), venues[booking.venue]),
      event_id: booking.event === undefined ? null : (eventIds.get(booking.event) ?? null),
      hospitality: booking.hospitality ?? HOSPITALITY,
      technical: booking.technical ?? TECHNICAL,
      steps: toStepRows(booking).length,
      awaiting_id:
        booking.status === 'pending' ? getPersonId(booking.counter ? booking.client : booking.dj) : null,
      answer_by: booking.status === 'pending' ? getReplyDeadline(booking) : null,
      completed_at: booking.status === 'completed' ? booking.endsAt : null,
      cancelled_by: booking.cancel ? getPersonId(booking.cancel[0]) : null,
      cancel_reason: booking.cancel?.[1] ?? null,
      created_at: booking.requestedAt,
      updated_at: toStepRows(booking).at(-1)?.created_at ?? booking.requestedAt,
    })),
  )
  await insertRows(trx, 'booking_steps', planned.flatMap(toStepRows))
  await seedReviews(trx, planned, now)
  await seedHolds(trx, now)
  // Links the line-up entry of an agreed booking to it. A DJ with two sets is linked at the first.
  await sql`
    update line_up_slots s set booking_id = x.booking_id from (
      select distinct on (b.id) b.id as booking_id, l.id from bookings b
      join line_up_slots l on l.event_id = b.event_id and l.dj_id = b.dj_id
      where b.status in ('confirmed', 'completed') order by b.id, l.billing
    ) x where x.id = s.id`.execute(trx)
  // Continues the numbering for new bookings.
  await sql`select setval('booking_numbers', ${planned.length})`.execute(trx)
}

function formatBookingNumber({ requestedAt }: PlannedBooking, n: number): string {
  return `BK-${requestedAt.getUTCFullYear()}-${String(n + 1).padStart(4, '0')}`
}

async function seedHolds(trx: Transaction, now: Date): Promise<void> {
  await insertRows(
    trx,
    'calendar_holds',
    holds.map(({ dj, day, note, days }, n) => {
      const zone = getDjZone(dj)
      return {
        id: seedId('hold', n),
        dj_id: getPersonId(dj),
        day: formatIsoDay(toInstant(day, zone, now), zone),
        note,
        until: days === undefined ? null : formatIsoDay(new Date(now.getTime() + days * DAY), zone),
        created_at: now,
      }
    }),
  )
}

function getDjZone(dj: string): string {
  return djs.find(({ key }) => key === dj)?.zone ?? 'UTC'
}

const HOSPITALITY = 'Room for one, dinner before the set'
const TECHNICAL = 'Two turntables, rotary mixer, booth monitors'
const REPLY_PERIOD = 14 * DAY

function getReplyDeadline(booking: PlannedBooking): Date {
  const lastStep = booking.requestedAt.getTime() + (booking.counter ? 3 * HOUR : 0)
  return new Date(Math.min(booking.startsAt.getTime(), lastStep + REPLY_PERIOD))
}

function getAgreedDollars(booking: PlannedBooking): number {
  return booking.counter?.[0] ?? booking.dollars
}

/** Returns the amounts and the deal. Only a fee or a guarantee has a fixed amount and a deposit. */
function toDealTerms(deal: PlannedBooking['deal'], dollars: number, place: SeedVenue) {
  const fixed = { fee_cents: toCents(dollars, place), deposit_cents: toCents(Math.round(dollars / 4), place) }
  if (deal === undefined) return { ...fixed, deal: FLAT_DEAL }
  const { kind, percent, costs = [] } = deal
  return {
    ...(hasFixedAmount(deal) ? fixed : { fee_cents: null, deposit_cents: null }),
    deal: {
      ...FLAT_DEAL,
      kind,
      basisPoints: percent * 100,
      costs: costs.map(([label, amount]) => ({ label, cents: toCents(amount, place) })),
    },
  }
}

function toStepRows(booking: PlannedBooking) {
  const addHours = (hours: number): Date => new Date(booking.requestedAt.getTime() + hours * HOUR)
  const createTerms = (dollars: number, deal: PlannedBooking['deal'], hours = booking.hours) => ({
    ...toDealTerms(deal, dollars, venues[booking.venue]),
    starts_at: booking.startsAt.toISOString(),
    ends_at: new Date(booking.startsAt.getTime() + hours * HOUR).toISOString(),
    timezone: booking.zone,
    event_type: booking.type,
    location: `${venues[booking.venue].name}, ${venues[booking.venue].city}`,
    hospitality: booking.hospitality ?? HOSPITALITY,
    technical: booking.technical ?? TECHNICAL,
  })
  const steps: {
    actor: string | null
    kind: string
    terms: Partial<ReturnType<typeof createTerms>>
    message: string | null
    at: Date
  }[] = [
    {
      actor: booking.client,
      kind: 'request',
      terms: createTerms(booking.dollars, undefined, booking.requestedHours),
      message: booking.message,
      at: booking.requestedAt,
    },
  ]
  if (booking.counter) {
    const [dollars, message] = booking.counter
    steps.push({
      actor: booking.dj,
      kind: 'offer',
      terms: createTerms(dollars, booking.deal),
      message,
      at: addHours(3),
    })
  }
  if (booking.status === 'confirmed' || booking.status === 'completed') {
    const actor = booking.counter ? booking.client : booking.dj
    steps.push({
      actor,
      kind: 'accept',
      terms: createTerms(getAgreedDollars(booking), booking.deal),
      message: null,
      at: addHours(5),
    })
  }
  if (booking.status === 'completed')
    steps.push({ actor: null, kind: 'complete', terms: {}, message: null, at: booking.endsAt })
  if (booking.cancel) {
    const [by, reason] = booking.cancel
    steps.push({ actor: by, kind: 'cancel', terms: {}, message: reason, at: addHours(30) })
  }
  return steps.map(({ actor, at, ...step }, position) => ({
    id: seedId(`step of ${booking.id}`, position),
    booking_id: booking.id,
    position: position + 1,
    actor_id: actor === null ? null : getPersonId(actor),
    ...step,
    created_at: at,
  }))
}
