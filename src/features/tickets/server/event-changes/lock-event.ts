import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import type { Caller } from '~/platform/rpc/caller'
import { type NightChange, nightChanges } from '../../rules/event-change'

/** An event whose row the transaction holds, as somebody who may move its money comes to it. */
export interface OpenNight {
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

export type NightRefusal =
  | { outcome: 'not_found' }
  | { outcome: 'over' }
  | { outcome: 'changed'; by: string | null; at: Date }
  | { outcome: 'not_possible'; status: string }

/** Locks the event, or says why this cannot be done with it: it is not theirs, changed meanwhile, is past that, or over. */
export async function openNight(
  trx: Transaction,
  caller: Pick<Caller, 'id'>,
  { eventId, version, change, now }: { eventId: string; version: number; change: NightChange; now: Date },
): Promise<{ outcome: 'open'; night: OpenNight } | NightRefusal> {
  const own = await findOwnEvent(trx, caller, { id: eventId, act: 'money', lock: true })
  if (!own) return { outcome: 'not_found' }
  const { rows } = await sql<OpenNight & { by: string | null; at: Date }>`
    select e.id, e.title, e.event_status as status, e.version, e.timezone, e.event_date as "startsAt", e.doors_at as "doorsAt",
      e.ends_at as "endsAt", e.is_date_open as "isDateOpen", e.refundable_until as "refundableUntil",
      s.display_name as by, e.updated_at as at
    from events e left join profiles s on s.id = e.saved_by where e.id = ${own.id}`.execute(trx)
  const [night] = rows
  if (!night) return { outcome: 'not_found' }
  // Before the version: cancelled twice by two windows says that it is cancelled.
  if (!nightChanges(night.status).includes(change)) return { outcome: 'not_possible', status: night.status }
  if (night.version !== version) return { outcome: 'changed', by: night.by, at: night.at }
  if (isNightOver(night, now)) return { outcome: 'over' }
  return { outcome: 'open', night }
}

const HALF_A_DAY = 12 * 60 * 60 * 1000

/** A night that was postponed is never over: it has not been. */
export function isNightOver(night: Pick<OpenNight, 'status' | 'startsAt' | 'endsAt'>, now: Date): boolean {
  if (night.status === 'postponed') return false
  return (night.endsAt?.getTime() ?? night.startsAt.getTime() + HALF_A_DAY) <= now.getTime()
}
