import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { getAnswerDeadline } from '../rules/booking-policy'
import { type BookingRow, toTerms } from './booking-row'
import type { BookingServices } from './context'
import { notifyParties, refreshBrowsers } from './notify-parties'
import { calculateCancelledCents } from './calculate-cancelled-cents'
import { writeStep } from './write-step'

interface EventBooking {
  id: string
  djName: string
  status: 'pending' | 'confirmed'
  startsAt: Date
  endsAt: Date
  timezone: string
}

/** What happens to a booking when its event changes. `ask`: the DJ is offered the new date. */
export type BookingOutcome = 'cancel' | 'keep' | 'ask'

interface EventBookingChange {
  eventId: string
  clientId: string
  /** The outcomes that the organizer chose, by booking id. */
  outcomes: ReadonlyMap<string, BookingOutcome>
  /** The outcome of all bookings that aren't in `outcomes`. */
  otherwise: BookingOutcome
  /**
   * The start of the event before and after the change; null without a new date. Each set is shifted by the same
   * difference in the venue's local time.
   */
  moved: { from: Date; to: string; timezone: string } | null
  /** The organizer's reason, shown to the DJ; may be empty. */
  reason: string
  now: Date
}

type Moved = Omit<BookingRow, 'client' | 'dj' | 'has_reviewed'> & { new_start: Date; new_end: Date }

/** Lists the open bookings between this client and the DJs of an event, in order of their sets. */
export async function listEventBookings(
  db: Database | Transaction,
  { eventId, clientId, now }: { eventId: string; clientId: string; now: Date },
): Promise<EventBooking[]> {
  const { rows } = await sql<EventBooking>`
    select b.id, coalesce(p.display_name, 'Deleted account') as "djName", b.status, b.event_date as "startsAt",
      b.ends_at as "endsAt", b.timezone
    from bookings b join events e on e.id = b.event_id left join profiles p on p.id = b.dj_id
    where b.event_id = ${eventId}::uuid and b.client_id = ${clientId}::uuid and ${isBookingOpen(now)}
    order by b.event_date, b.id`.execute(db)
  return rows
}

/**
 * Returns SQL that is true if the booking `b` of the event `e` is open. An event whose date is open is never over, so
 * its bookings stay open.
 */
function isBookingOpen(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(b.status = 'pending' or b.status = 'confirmed'
    and (b.ends_at > ${now}::timestamptz or e.event_status = 'postponed' and e.is_date_open))`
}

/**
 * Cancels the bookings of an event, or offers their DJs the new date. Runs in the transaction that changes the event;
 * the caller has locked the row of the event but not changed it yet. Returns a function to call after the commit.
 */
export async function changeEventBookings(
  trx: Transaction,
  jobs: BookingServices['jobs'],
  change: EventBookingChange,
): Promise<(live: BookingServices['live']) => void> {
  const { eventId, clientId, outcomes, otherwise, moved, now } = change
  const shiftColumn = (column: string) =>
    moved === null
      ? sql.ref(column)
      : sql`((${sql.ref(column)} at time zone ${moved.timezone}) + ((${moved.to}::timestamptz at time zone ${moved.timezone})
          - (${moved.from}::timestamptz at time zone ${moved.timezone}))) at time zone ${moved.timezone}`
  const { rows } = await sql<Moved>`
    select b.*, e.title as event_title, ${shiftColumn('b.event_date')} as new_start, ${shiftColumn('b.ends_at')} as new_end
    from bookings b join events e on e.id = b.event_id
    where b.event_id = ${eventId}::uuid and b.client_id = ${clientId}::uuid and ${isBookingOpen(now)}
    order by b.id for update of b`.execute(trx)
  const djIds: (string | null)[] = []
  for (const booking of rows) {
    const outcome = outcomes.get(booking.id) ?? otherwise
    if (outcome === 'cancel') await cancelBooking(trx, jobs, { booking, change })
    else if (outcome === 'ask' && booking.new_start.getTime() !== booking.event_date.getTime())
      await offerNewDate(trx, jobs, { booking, change })
    else continue
    djIds.push(booking.dj_id)
  }
  return (live) => refreshBrowsers(live, djIds.length > 0 ? [clientId, ...djIds] : [])
}

interface Step {
  booking: Moved
  change: EventBookingChange
}

async function cancelBooking(
  trx: Transaction,
  jobs: BookingServices['jobs'],
  { booking, change: { clientId, reason, now } }: Step,
): Promise<void> {
  const message = reason === '' ? null : reason
  await trx
    .updateTable('bookings')
    .set({
      status: 'cancelled',
      steps: booking.steps + 1,
      awaiting_id: null,
      answer_by: null,
      cancelled_by: clientId,
      cancel_reason: message,
      cancelled_cents: await calculateCancelledCents(trx, booking, { cancelledBy: 'client', at: now }),
      updated_at: now,
    })
    .where('id', '=', booking.id)
    .execute()
  await writeStep(trx, {
    bookingId: booking.id,
    position: booking.steps + 1,
    kind: 'cancel',
    actorId: clientId,
    terms: null,
    message,
    at: now,
  })
  await notifyParties(trx, jobs, booking, {
    kind: 'booking_cancelled',
    actorId: clientId,
    message,
    to: [booking.dj_id],
  })
}

async function offerNewDate(
  trx: Transaction,
  jobs: BookingServices['jobs'],
  { booking, change: { clientId, reason, now } }: Step,
): Promise<void> {
  const message = reason === '' ? null : reason
  const after = {
    ...booking,
    steps: booking.steps + 1,
    event_date: booking.new_start,
    ends_at: booking.new_end,
    answer_by: getAnswerDeadline(now, booking.new_start),
  }
  await trx
    .updateTable('bookings')
    .set({
      status: 'pending',
      steps: after.steps,
      awaiting_id: booking.dj_id,
      answer_by: after.answer_by,
      event_date: after.event_date,
      ends_at: after.ends_at,
      updated_at: now,
    })
    .where('id', '=', booking.id)
    .execute()
  await writeStep(trx, {
    bookingId: booking.id,
    position: after.steps,
    kind: 'offer',
    actorId: clientId,
    terms: toTerms(after),
    message,
    at: now,
  })
  await notifyParties(trx, jobs, after, {
    kind: 'booking_offer',
    actorId: clientId,
    message,
    to: [booking.dj_id],
  })
}
