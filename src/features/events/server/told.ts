import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DeskStatus } from '../rules/event-status'

/**
 * The job that compares what holders of tickets were told of a night with what is now, and tells them what differs. Payload {eventId};
 * ticketing has its handler. Enqueue it in the transaction of a change, with the event as singletonKey and a delay where more may follow.
 */
export const tellHoldersJob = 'events.tell'

/** What holders have to know of a night; moments in ISO 8601. Kept as `events.told`. */
export interface Told {
  status: DeskStatus
  isDateOpen: boolean
  startsAt: string
  doorsAt: string | null
  endsAt: string | null
  timezone: string
  venueName: string
  venueAddress: string
  location: string
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Of the event `e`, as jsonb: what `told` becomes when it is published, so that only what changes from then on is told. */
export const toldNow = sql`jsonb_build_object(
  'status', e.event_status, 'isDateOpen', e.is_date_open, 'startsAt', ${iso('e.event_date')}, 'doorsAt', ${iso('e.doors_at')},
  'endsAt', ${iso('e.ends_at')}, 'timezone', e.timezone, 'venueName', e.venue_name, 'venueAddress', e.venue_address,
  'location', e.location)`

/**
 * Notes down that holders are told what stands now, and answers what they were told before; undefined when nothing differs, or when
 * they were never told anything, as with an event from before this was kept. Whoever asks second is answered undefined.
 */
export async function takeUntold(
  trx: Transaction,
  eventId: string,
): Promise<{ was: Told; now: Told } | undefined> {
  const { rows } = await sql<{ was: Told | null; now: Told }>`
    select e.told as was, ${toldNow} as now from events e where e.id = ${eventId} for no key update`.execute(
    trx,
  )
  const [row] = rows
  if (!row || (row.was !== null && isSame(row.was, row.now))) return undefined
  await sql`update events set told = ${JSON.stringify(row.now)}::jsonb where id = ${eventId}`.execute(trx)
  return row.was === null ? undefined : { was: row.was, now: row.now }
}

/** Fills `told` of an event that the caller has locked, where holders were told by its page alone so far. */
export async function noteTold(trx: Transaction, eventId: string): Promise<void> {
  await sql`update events e set told = ${toldNow} where e.id = ${eventId} and e.told is null`.execute(trx)
}

function isSame(was: Told, now: Told): boolean {
  return Object.entries(now).every(([key, value]) => was[key as keyof Told] === value)
}
