import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { BookingRow } from './booking-row'
import { calculateCancelledCents } from './calculate-cancelled-cents'
import type { BookingServices } from './context'
import { notifyParties, refreshBrowsers } from './notify-parties'
import { writeStep } from './write-step'

type Cancelled = Omit<BookingRow, 'client' | 'dj' | 'has_reviewed'>

/**
 * Cancels the open bookings (pending, or confirmed for a future event) of an account that is about to be deleted, and
 * notifies the other side. Runs in the caller's transaction, before the account is deleted. Past events do not change.
 * Returns a function to call after the commit.
 */
export async function cancelUserBookings(
  trx: Transaction,
  jobs: BookingServices['jobs'],
  { userId, reason, now }: { userId: string; reason: string; now: Date },
): Promise<(live: BookingServices['live']) => void> {
  const { rows } = await sql<Cancelled>`
    update bookings b set status = 'cancelled', cancel_reason = ${reason}, awaiting_id = null, answer_by = null,
      steps = b.steps + 1, updated_at = ${now}::timestamptz
    from (
      select id from bookings
      where ${userId}::uuid in (client_id, dj_id)
        and (status = 'pending' or status = 'confirmed' and ends_at > ${now}::timestamptz)
      order by id for update
    ) open where open.id = b.id
    returning b.*, (select e.title from events e where e.id = b.event_id) as event_title`.execute(trx)
  const others = rows.map(({ client_id, dj_id }) => (client_id === userId ? dj_id : client_id))
  for (const [index, booking] of rows.entries()) {
    const cancelledBy = booking.client_id === userId ? 'client' : 'dj'
    await trx
      .updateTable('bookings')
      .set({ cancelled_cents: await calculateCancelledCents(trx, booking, { cancelledBy, at: now }) })
      .where('id', '=', booking.id)
      .execute()
    await writeStep(trx, {
      bookingId: booking.id,
      position: booking.steps,
      kind: 'cancel',
      actorId: null,
      terms: null,
      message: reason,
      at: now,
    })
    const to = [others[index] ?? null]
    await notifyParties(trx, jobs, booking, { kind: 'booking_cancelled', actorId: null, message: reason, to })
  }
  return (live) => refreshBrowsers(live, others)
}
