import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import type { BookingSummary } from '../contract-shapes'
import { selectBookingColumns, bookingJoins, type BookingRow, toSummary } from './booking-row'
import type { Context } from './context'

interface Counts {
  all: number
  pending: number
  confirmed: number
  completed: number
  cancelled: number
  awaitingYou: number
  awaitingThem: number
}

/** Returns the number of bookings in each status, and the booking that the caller has to answer first. */
export async function countBookings(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
): Promise<Counts & { next: BookingSummary | null }> {
  const callerId = requireCaller(context).id
  const now = context.now()
  const [counts, next] = await Promise.all([
    sql<Counts>`
      select count(*) as "all",
        count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'confirmed') as confirmed,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where status = 'pending' and awaiting_id = ${callerId}::uuid) as "awaitingYou",
        count(*) filter (where status = 'pending' and awaiting_id <> ${callerId}::uuid) as "awaitingThem"
      from bookings where client_id = ${callerId}::uuid or dj_id = ${callerId}::uuid`.execute(context.db),
    sql<BookingRow>`
      select ${selectBookingColumns(callerId)} from (
        select * from bookings
        where awaiting_id = ${callerId}::uuid and ${callerId}::uuid in (client_id, dj_id) and answer_by > ${now}::timestamptz
        order by answer_by, id limit 1
      ) b ${bookingJoins}`.execute(context.db),
  ])
  const [row] = next.rows
  const none = {
    all: 0,
    pending: 0,
    confirmed: 0,
    completed: 0,
    cancelled: 0,
    awaitingYou: 0,
    awaitingThem: 0,
  }
  return { ...(counts.rows[0] ?? none), next: row ? toSummary(row, callerId, now) : null }
}
