import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { BookingPayment } from '../contract-shapes'
import type { BookingRow } from './booking-row'
import type { BookingServices } from './context'
import { notifyParties } from './notify-parties'
import { writePaymentStep } from './write-step'

/**
 * Adds a payment of the client to the history of a booking and notifies the DJ. The calling function must have locked
 * the booking. Returns the ids of the people whose browsers must refetch.
 */
export async function recordPayment(
  trx: Transaction,
  jobs: BookingServices['jobs'],
  { bookingId, payment, at }: { bookingId: string; payment: BookingPayment; at: Date },
): Promise<(string | null)[]> {
  const { rows } = await sql<Omit<BookingRow, 'client' | 'dj' | 'has_reviewed'>>`
    update bookings b set steps = b.steps + 1, updated_at = ${at}::timestamptz where b.id = ${bookingId}::uuid
    returning b.*, (select e.title from events e where e.id = b.event_id) as event_title`.execute(trx)
  const [booking] = rows
  if (booking === undefined) throw new Error(`The booking ${bookingId} does not exist`)
  const { client_id: actorId, dj_id: djId, steps: position } = booking
  await writePaymentStep(trx, { bookingId, position, actorId, payment, at })
  await notifyParties(trx, jobs, booking, {
    kind: 'booking_paid',
    actorId,
    to: [djId],
    payment,
  })
  return [actorId, djId]
}
