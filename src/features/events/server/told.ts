import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DeskStatus } from '../rules/event-status'

/**
 * The job that compares what holders of tickets were told of an event with what is now, and tells them what differs. Payload {eventId};
 * tickets has its handler. Enqueue it in the transaction of a change, with the event as singletonKey and a delay where more may follow.
 */
export const tellHoldersJob = 'events.tell'

/** What holders have to know of an event; moments in ISO 8601. Kept as `events.told`. */
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
  /** When it was cancelled, moved or given its date; null where it never was. Only tells a move from another date in the editor. */
  statusChangedAt?: string | null
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Of the event `e`, as jsonb: what `told` becomes when it is published, so that only what changes from then on is told. */
export const toldNow = sql`jsonb_build_object(
  'status', e.event_status, 'isDateOpen', e.is_date_open, 'startsAt', ${iso('e.event_date')}, 'doorsAt', ${iso('e.doors_at')},
  'endsAt', ${iso('e.ends_at')}, 'timezone', e.timezone, 'venueName', e.venue_name, 'venueAddress', e.venue_address,
  'location', e.location, 'statusChangedAt', ${iso('e.status_changed_at')})`

export interface Untold {
  was: Told
  now: Told
  /** Emails about it within the last day, and when it will have been fewer than `mostADay`; null when it has. */
  toldToday: number
  tellAt: Date | null
}

/** Of the event `e`: when there is room for another email of the day; null while there is. */
export const tellAtOf = (mostADay: number) => sql`(
  select t + interval '1 day' from unnest(e.told_at) t where t > now() - interval '1 day'
  order by t desc offset ${sql.lit(mostADay - 1)} limit 1)`

/**
 * What holders were not told yet, in an event that is held from here on; undefined when nothing differs, or when they were never told
 * anything, as with an event from before this was kept. Whoever asks after it was noted is answered undefined.
 */
export async function findUntold(
  trx: Transaction,
  eventId: string,
  mostADay: number,
): Promise<Untold | undefined> {
  const { rows } = await sql<Omit<Untold, 'was'> & { was: Told | null }>`
    select e.told as was, ${toldNow} as now,
      (select count(*) from unnest(e.told_at) t where t > now() - interval '1 day') as "toldToday",
      ${tellAtOf(mostADay)} as "tellAt"
    from events e where e.id = ${eventId} for no key update`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const { was, ...rest } = row
  if (was === null) await noteTold(trx, eventId)
  return was === null || isSame(was, rest.now) ? undefined : { was, ...rest }
}

/** Notes down that holders are told what stands now, by email where anybody needs to hear of it. */
export async function noteAllTold(
  trx: Transaction,
  eventId: string,
  { isEmailed }: { isEmailed: boolean },
): Promise<void> {
  const told = isEmailed
    ? sql`array(select t from unnest(e.told_at) t where t > now() - interval '1 day') || now()`
    : sql`e.told_at`
  await sql`update events e set told = ${toldNow}, told_at = ${told} where e.id = ${eventId}`.execute(trx)
}

/** Fills `told` of an event that the caller has locked, where holders were told by its page alone so far. */
export async function noteTold(trx: Transaction, eventId: string): Promise<void> {
  await sql`update events e set told = ${toldNow} where e.id = ${eventId} and e.told is null`.execute(trx)
}

function isSame(was: Told, now: Told): boolean {
  return Object.entries(now).every(
    ([key, value]) => key === 'statusChangedAt' || was[key as keyof Told] === value,
  )
}
