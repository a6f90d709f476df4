import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import type { Caller } from '~/platform/rpc/caller'
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
}

export type EventChangeError =
  | { outcome: 'not_found' }
  | { outcome: 'over' }
  | { outcome: 'changed'; by: string | null; at: Date }
  | { outcome: 'not_possible'; status: string }

/** Locks the event, or returns why the change is refused: not the caller's, changed meanwhile, not possible, or over. */
export async function openEvent(
  trx: Transaction,
  caller: Pick<Caller, 'id'>,
  { eventId, version, change, now }: { eventId: string; version: number; change: EventChange; now: Date },
): Promise<{ outcome: 'open'; event: OpenEvent } | EventChangeError> {
  const own = await findOwnEvent(trx, caller, { id: eventId, act: 'money', lock: true })
  if (!own) return { outcome: 'not_found' }
  const { rows } = await sql<OpenEvent & { by: string | null; at: Date }>`
    select e.id, e.title, e.event_status as status, e.version, e.timezone, e.event_date as "startsAt", e.doors_at as "doorsAt",
      e.ends_at as "endsAt", e.is_date_open as "isDateOpen", e.refundable_until as "refundableUntil",
      s.display_name as by, e.updated_at as at
    from events e left join profiles s on s.id = e.saved_by where e.id = ${own.id}`.execute(trx)
  const [event] = rows
  if (!event) return { outcome: 'not_found' }
  // Checked before the version, so that a second cancellation reports that the event is already cancelled.
  if (!listPossibleChanges(event.status).includes(change))
    return { outcome: 'not_possible', status: event.status }
  if (event.version !== version) return { outcome: 'changed', by: event.by, at: event.at }
  if (isEventOver(event, now)) return { outcome: 'over' }
  return { outcome: 'open', event }
}

const HALF_A_DAY = 12 * 60 * 60 * 1000

/** Returns whether an event is over. A postponed event never is, because it has not taken place. */
export function isEventOver(event: Pick<OpenEvent, 'status' | 'startsAt' | 'endsAt'>, now: Date): boolean {
  if (event.status === 'postponed') return false
  return (event.endsAt?.getTime() ?? event.startsAt.getTime() + HALF_A_DAY) <= now.getTime()
}
