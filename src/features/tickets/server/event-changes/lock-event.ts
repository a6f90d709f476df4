import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { getOwnEvent } from '~/features/events/server/public'
import type { Caller } from '~/platform/rpc/caller'
import { refuse } from '../refused-error'
import { type EventChange, listPossibleChanges } from '../../rules/event-change'

/** An event whose row is locked by the transaction, and whose money the caller may manage. */
export interface OpenEvent {
  id: string
  title: string
  status: string
  version: number
  timezone: string
  startsAt: Date
  doorsAt: Date | null
  endsAt: Date | null
  isDateOpen: boolean
  refundableUntil: Date | null
  hasHolders: boolean
}

/**
 * Locks an event of the caller that can be changed in this way.
 * @throws NOT_FOUND, NOT_POSSIBLE, CHANGED when someone changed the event meanwhile, SETTLED, OVER
 */
export async function lockChangeableEvent(
  trx: Transaction,
  caller: Pick<Caller, 'id'>,
  { eventId, version, change, now }: { eventId: string; version: number; change: EventChange; now: Date },
): Promise<OpenEvent> {
  const own = await getOwnEvent(trx, caller, { id: eventId, act: 'money', lock: true })
  const { rows } = await sql<OpenEvent & { by: string | null; at: Date; isPaidOut: boolean }>`
    select e.id, e.title, e.event_status as status, e.version, e.timezone, e.event_date as "startsAt", e.doors_at as "doorsAt",
      e.ends_at as "endsAt", e.is_date_open as "isDateOpen", e.refundable_until as "refundableUntil",
      exists (select from tickets k where k.event_id = e.id and k.status = 'valid') as "hasHolders",
      s.display_name as by, e.updated_at as at, is_paid_out(e.id) as "isPaidOut"
    from events e left join profiles s on s.id = e.saved_by where e.id = ${own.id}`.execute(trx)
  const [event] = rows
  if (!event) throw refuse('NOT_FOUND')
  // Checked before the version, so that a second cancellation reports that the event is already cancelled.
  if (!listPossibleChanges(event.status).includes(change))
    throw refuse('NOT_POSSIBLE', { data: { status: event.status } })
  if (event.version !== version) throw refuse('CHANGED', { data: { by: event.by, at: event.at } })
  if (event.isPaidOut) throw refuse('SETTLED')
  if (isEventOver(event, now)) throw refuse('OVER')
  return event
}

const HALF_A_DAY = 12 * 60 * 60 * 1000

/** Returns whether an event is over. A postponed event never is, because it has not taken place. */
export function isEventOver(event: Pick<OpenEvent, 'status' | 'startsAt' | 'endsAt'>, now: Date): boolean {
  if (event.status === 'postponed') return false
  return (event.endsAt?.getTime() ?? event.startsAt.getTime() + HALF_A_DAY) <= now.getTime()
}
