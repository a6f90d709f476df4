import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isExclusionViolation } from '~/database/postgres-errors'

/**
 * Returns whether the DJ has a confirmed booking between the two times. Call `lockDjTime` first for a reliable
 * result.
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
 * Serializes confirmations for this DJ until the transaction ends, so that `isBooked` sees earlier ones. An exclusion
 * constraint also prevents overlapping bookings. But some PostgreSQL servers lack such constraints, and with the
 * constraint alone two concurrent confirmations could deadlock.
 */
export async function lockDjTime(trx: Transaction, djId: string): Promise<void> {
  await sql`select lock_dj_time(${djId}::uuid)`.execute(trx)
}

export function isDoubleBooking(error: unknown): boolean {
  return isExclusionViolation(error, 'bookings_no_double_booking')
}
