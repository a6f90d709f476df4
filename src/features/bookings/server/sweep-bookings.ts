import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { BookingRow } from './booking-row'
import type { BookingServices } from './context'
import { notifyParties, refreshBrowsers } from './notify-parties'
import { writeStep } from './write-step'

/**
 * The most bookings changed in one transaction. Several server processes may do this concurrently: each skips rows
 * locked by another.
 */
const BATCH = 100

type Swept = Omit<BookingRow, 'client' | 'dj' | 'has_reviewed'>
type Services = BookingServices & { now: () => Date }

const returned = sql`b.*, (select e.title from events e where e.id = b.event_id) as event_title`

/**
 * Expires requests and offers that were not answered in time, or that lost a side because an account was deleted.
 * Returns the number of expired bookings.
 */
export function expireBookings(services: Services): Promise<number> {
  return changeInBatches(services, 'expire', (trx, now) =>
    sql<Swept>`
      update bookings b set status = 'cancelled', awaiting_id = null, answer_by = null, steps = b.steps + 1,
        -- Agreed for another date before: nothing is due for the new one.
        cancelled_cents = case when exists (select from booking_steps s where s.booking_id = b.id and s.kind = 'accept') then 0 end,
        updated_at = ${now}::timestamptz
      from (
        select id from bookings
        where status = 'pending' and (answer_by <= ${now}::timestamptz or client_id is null or dj_id is null)
        order by answer_by limit ${sql.lit(BATCH)} for update skip locked
      ) due where due.id = b.id returning ${returned}`.execute(trx),
  )
}

/** Completes confirmed bookings whose set is over. Returns the number of completed bookings. */
export function completeBookings(services: Services): Promise<number> {
  return changeInBatches(services, 'complete', (trx, now) =>
    sql<Swept>`
      update bookings b set status = 'completed', completed_at = b.ends_at, steps = b.steps + 1,
        updated_at = ${now}::timestamptz
      from (
        select d.id from bookings d where d.status = 'confirmed' and d.ends_at <= ${now}::timestamptz
          -- Postponed without a date: it has not been played.
          and not exists (select from events e where e.id = d.event_id and e.event_status = 'postponed' and e.is_date_open)
        order by d.ends_at limit ${sql.lit(BATCH)} for update skip locked
      ) due where due.id = b.id returning ${returned}`.execute(trx),
  )
}

const notices = { expire: 'booking_expired', complete: 'booking_completed' } as const

async function changeInBatches(
  { db, jobs, live, now: clock }: Services,
  kind: keyof typeof notices,
  change: (trx: Transaction, now: Date) => Promise<{ rows: Swept[] }>,
): Promise<number> {
  let total = 0
  for (;;) {
    const now = clock()
    const rows = await db.transaction().execute(async (trx) => {
      const swept = await change(trx, now)
      for (const booking of swept.rows) {
        const step = {
          bookingId: booking.id,
          position: booking.steps,
          actorId: null,
          terms: null,
          message: null,
        }
        await writeStep(trx, { ...step, kind, at: now })
        await notifyParties(trx, jobs, booking, {
          kind: notices[kind],
          actorId: null,
          to: [booking.client_id, booking.dj_id],
        })
      }
      return swept.rows
    })
    refreshBrowsers(
      live,
      rows.flatMap(({ client_id, dj_id }) => [client_id, dj_id]),
    )
    total += rows.length
    if (rows.length < BATCH) return total
  }
}
