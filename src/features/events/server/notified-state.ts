import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DashboardStatus } from '../rules/event-status'

/**
 * Job that notifies ticket holders of the differences between the current event and what they were last notified of.
 * Payload {eventId}; the tickets feature handles it. Enqueue it in the transaction of a change, with the event id as
 * singletonKey, and with a delay if more changes may follow.
 */
export const notifyHoldersJob = 'events.notify_holders'

/** The details of an event that holders are notified of; times in ISO 8601. Stored as `events.notified_state`. */
export interface NotifiedState {
  status: DashboardStatus
  isDateOpen: boolean
  startsAt: string
  doorsAt: string | null
  endsAt: string | null
  timezone: string
  venueName: string
  venueAddress: string
  location: string
  /**
   * When the event was cancelled, postponed or given its date; null if never. Distinguishes a postponement from a date
   * that was changed in the editor.
   */
  statusChangedAt?: string | null
}

const toIsoSql = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The current details of event `e` as jsonb. Stored as `notified_state` on publishing, so that only later changes are
 * sent.
 */
export const notifiableState = sql`jsonb_build_object(
  'status', e.event_status, 'isDateOpen', e.is_date_open, 'startsAt', ${toIsoSql('e.event_date')}, 'doorsAt', ${toIsoSql('e.doors_at')},
  'endsAt', ${toIsoSql('e.ends_at')}, 'timezone', e.timezone, 'venueName', e.venue_name, 'venueAddress', e.venue_address,
  'location', e.location, 'statusChangedAt', ${toIsoSql('e.status_changed_at')})`

export interface PendingChange {
  was: NotifiedState
  now: NotifiedState
  /** Number of emails within the last day, and when the daily limit allows the next one; null if now. */
  notificationsToday: number
  notifyAt: Date | null
}

/** When the next email about event `e` is allowed; null if now. */
export const selectNotifyAt = (maxPerDay: number) => sql`(
  select t + interval '1 day' from unnest(e.holders_notified_at) t where t > now() - interval '1 day'
  order by t desc offset ${sql.lit(maxPerDay - 1)} limit 1)`

/**
 * Returns the changes that holders have not been notified of, and locks the event; undefined if nothing differs, or if
 * nothing was stored yet. Also undefined once a concurrent call has marked them as sent.
 */
export async function findPendingChange(
  trx: Transaction,
  eventId: string,
  maxPerDay: number,
): Promise<PendingChange | undefined> {
  const { rows } = await sql<Omit<PendingChange, 'was'> & { was: NotifiedState | null }>`
    select e.notified_state as was, ${notifiableState} as now,
      (select count(*) from unnest(e.holders_notified_at) t where t > now() - interval '1 day') as "notificationsToday",
      ${selectNotifyAt(maxPerDay)} as "notifyAt"
    from events e where e.id = ${eventId} for no key update`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const { was, ...rest } = row
  if (was === null) await initNotifiedState(trx, eventId)
  return was === null || hasSameDetails(was, rest.now) ? undefined : { was, ...rest }
}

/** Stores that ticket holders are notified of the event's current details, and whether by email. */
export async function markHoldersNotified(
  trx: Transaction,
  eventId: string,
  { isEmailed }: { isEmailed: boolean },
): Promise<void> {
  const notified = isEmailed
    ? sql`array(select t from unnest(e.holders_notified_at) t where t > now() - interval '1 day') || now()`
    : sql`e.holders_notified_at`
  await sql`update events e set notified_state = ${notifiableState}, holders_notified_at = ${notified} where e.id = ${eventId}`.execute(
    trx,
  )
}

/** Initializes `notified_state` of a locked event whose holders have only seen its page so far. */
export async function initNotifiedState(trx: Transaction, eventId: string): Promise<void> {
  await sql`update events e set notified_state = ${notifiableState} where e.id = ${eventId} and e.notified_state is null`.execute(
    trx,
  )
}

function hasSameDetails(was: NotifiedState, now: NotifiedState): boolean {
  return Object.entries(now).every(
    ([key, value]) => key === 'statusChangedAt' || was[key as keyof NotifiedState] === value,
  )
}
