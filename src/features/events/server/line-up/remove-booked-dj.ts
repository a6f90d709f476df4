import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { refreshTeam } from '../dashboard/event-people'
import { getEventEndSql } from '../event-end'

interface Services {
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
  live: Pick<Live, 'publish'>
}

/**
 * Locks the event that a DJ's booking is linked to, and returns its id. Call before locking the booking: event changes
 * lock in this order.
 */
export async function lockEventOfBooking(
  trx: Transaction,
  { bookingId, djId }: { bookingId: string; djId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select e.id from events e
    where e.id = (select b.event_id from bookings b where b.id = ${bookingId}::uuid and b.dj_id = ${djId}::uuid)
    for no key update`.execute(trx)
  return rows[0]?.id ?? null
}

/**
 * Removes a DJ from the line-up after their booking ended, revokes their host rights and notifies the organizer. Past
 * and cancelled events are not changed. Call `lockEventOfBooking` first, and the returned function after the commit.
 */
export async function leaveBookedSet(
  trx: Transaction,
  jobs: Services['jobs'],
  { bookingId, djId, now }: { bookingId: string; djId: string; now: Date },
): Promise<(services: Pick<Services, 'db' | 'live'>) => Promise<void>> {
  const { rows } = await sql<{ id: string; title: string; organizer_id: string | null }>`
    select e.id, e.title, e.organizer_id from line_up_slots s join events e on e.id = s.event_id
    where s.booking_id = ${bookingId}::uuid and s.dj_id = ${djId}::uuid and e.event_status <> 'cancelled'
      and (${getEventEndSql('e')} > ${now}::timestamptz or e.is_date_open)`.execute(trx)
  const [event] = rows
  if (!event) return async () => {}
  // A second set of the same booking has no booking_id, so delete the DJ's other sets too, unless they have another
  // booking for this event.
  await sql`
    delete from line_up_slots s where s.event_id = ${event.id}::uuid and s.dj_id = ${djId}::uuid
      and (s.booking_id = ${bookingId}::uuid or s.booking_id is null and not exists (
        select from line_up_slots o where o.event_id = s.event_id and o.dj_id = s.dj_id
          and o.booking_id <> ${bookingId}::uuid))`.execute(trx)
  // Raises the version: otherwise an open editor that still shows the entry would add it back on saving.
  await sql`
    update events e set version = version + 1, updated_at = ${now}::timestamptz, saved_by = ${djId}::uuid,
      dj_id = case when exists (select from line_up_slots s where s.event_id = e.id and s.dj_id = ${djId}::uuid)
        then e.dj_id else nullif(e.dj_id, ${djId}::uuid) end
    where e.id = ${event.id}::uuid`.execute(trx)
  const { id, title, organizer_id } = event
  if (organizer_id !== null)
    await notify(trx, jobs, [
      { userId: organizer_id, kind: 'line_up_left', actorId: djId, subjectId: id, facts: { title } },
    ])
  return async ({ db, live }) => {
    live.publish([organizer_id], ['notifications'])
    await refreshTeam({ db, live }, id, [djId])
  }
}
