import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isExclusionViolation } from '~/database/violation'

/** Whether the DJ has agreed to play at some moment between the two. Only the constraint below decides; this tells it early. */
export async function isBooked(
  db: Database | Transaction,
  djId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_booked: boolean }>`
    select exists (
      select from bookings where dj_id = ${djId}::uuid and status in ('confirmed', 'completed')
        and tstzrange(event_date, ends_at) && tstzrange(${startsAt}::timestamptz, ${endsAt}::timestamptz)
    ) as is_booked`.execute(db)
  return rows[0]?.is_booked === true
}

/**
 * Nobody else confirms an event of this DJ until the transaction ends. The constraint alone keeps two from overlapping, but
 * two that come at the same instant can each see the other’s row and wait for it: a deadlock that PostgreSQL ends only after a
 * second, with an error that says nothing of the event. In line, the second one meets the constraint at once.
 *
 * Locks of a booking come in this order: its row, then this.
 */
export async function lockDjTime(trx: Transaction, djId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bookings of ' || ${djId}::text, 0))`.execute(trx)
}

export function isDoubleBooking(error: unknown): boolean {
  return isExclusionViolation(error, 'bookings_no_double_booking')
}
