import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isExclusionViolation } from '~/database/postgres-errors'

/**
 * Returns whether the DJ has a confirmed booking between the two moments. Use it only for an early error: the
 * exclusion constraint decides.
 */
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
 * Serializes confirmations for this DJ until the transaction ends. The constraint alone prevents overlaps, but two
 * concurrent confirmations can wait for each other’s row: a deadlock that PostgreSQL only ends after a second, with an
 * unhelpful error. With the lock, the second one fails on the constraint immediately.
 *
 * Lock order of a booking: its row, then this lock.
 */
export async function lockDjTime(trx: Transaction, djId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bookings of ' || ${djId}::text, 0))`.execute(trx)
}

export function isDoubleBooking(error: unknown): boolean {
  return isExclusionViolation(error, 'bookings_no_double_booking')
}
