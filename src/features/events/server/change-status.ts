import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { EventTimes } from '../rules/event-times'
import { announceEvent } from './announce-event'

interface Change {
  id: string
  /** The acting user. */
  byId: string
}

/** Cancels an event for good; the caller has locked its row. Returns its version. */
export async function cancelEvent(
  trx: Transaction,
  { id, byId, message }: Change & { message: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update events set event_status = 'cancelled', status_message = ${message}, status_changed_at = now(), refundable_until = null,
      version = version + 1, updated_at = now(), saved_by = ${byId}
    where id = ${id} returning version`.execute(trx)
  await announceEvent(trx, id, 'event.cancelled')
  return getVersion(rows)
}

/**
 * Postpones an event; the caller has locked its row. With `when`, the event moves to that date and stays on sale.
 * Without it, the event is off sale until a date is set. Returns its version.
 */
export async function postponeEvent(
  trx: Transaction,
  change: Change & { message: string; times: EventTimes | null; refundableUntil: Date },
): Promise<number> {
  const { id, byId, message, times, refundableUntil } = change
  if (times) await shiftSetTimes(trx, id, times.startsAt)
  const { rows } = await sql<{ version: number }>`
    update events set event_status = ${times === null ? 'postponed' : 'published'}, status_message = ${message}, status_changed_at = now(), moved_from = event_date,
      is_date_open = ${times === null}, refundable_until = ${refundableUntil}, ${toTimeAssignments(times)}
      version = version + 1, updated_at = now(), saved_by = ${byId}
    where id = ${id} returning version`.execute(trx)
  await announceEvent(trx, id, 'event.changed')
  return getVersion(rows)
}

/** Sets the date of a postponed event and puts it back on sale; the caller has locked its row. Returns its version. */
export async function setEventDate(
  trx: Transaction,
  change: Change & { times: EventTimes; refundableUntil: Date },
): Promise<number> {
  const { id, byId, times, refundableUntil } = change
  await shiftSetTimes(trx, id, times.startsAt)
  const { rows } = await sql<{ version: number }>`
    update events set event_status = 'published', status_changed_at = now(), is_date_open = false, ${toTimeAssignments(times)}
      -- Why it had no date is no longer so.
      status_message = '',
      -- Back where it was: nothing was moved after all.
      moved_from = nullif(moved_from, ${times.startsAt}::timestamptz), refundable_until = ${refundableUntil},
      version = version + 1, updated_at = now(), saved_by = ${byId}
    where id = ${id} returning version`.execute(trx)
  await announceEvent(trx, id, 'event.changed')
  return getVersion(rows)
}

function toTimeAssignments(times: EventTimes | null) {
  return times === null
    ? sql``
    : sql`event_date = ${times.startsAt}, doors_at = ${times.doorsAt}, ends_at = ${times.endsAt},`
}

/** Moves the sets with the event. Keeps local clock times: a set at 01:00 stays at 01:00, in summer and winter. */
async function shiftSetTimes(trx: Transaction, eventId: string, startsAt: string): Promise<void> {
  const shiftColumn = (column: string) =>
    sql`((${sql.ref(column)} at time zone e.timezone) + ((${startsAt}::timestamptz at time zone e.timezone)
      - (e.event_date at time zone e.timezone))) at time zone e.timezone`
  await sql`
    update line_up_slots s set starts_at = ${shiftColumn('s.starts_at')}, ends_at = ${shiftColumn('s.ends_at')}
    from events e where e.id = s.event_id and e.id = ${eventId} and s.starts_at is not null`.execute(trx)
}

function getVersion(rows: readonly { version: number }[]): number {
  const [row] = rows
  if (!row) throw new Error('A locked event no longer exists')
  return row.version
}
