import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { EventAction } from '../../rules/event-policy'
import { type AnnouncedChange, announceEvent } from '../announce-event'
import type { Context } from '../context'
import { getOwnEvent, type OwnEvent } from '../own-event'
import { refreshTeam } from './event-people'
import { refuseNow, refuseOutdatedVersion } from './errors'

export type DashboardContext = Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'now' | 'requestId'>

interface Change {
  id: string
  act: EventAction
  /** The version that the caller saw; undefined to skip the check. */
  version?: number | undefined
  /**
   * A person who gets a role in the event. Locked first, so that a concurrent deletion of the account happens either
   * before or after.
   */
  person?: string | undefined
  /** Whether an API key may make this change to any event, because the change is not visible to others. */
  isOpenToKeys?: boolean
}

export interface Saved {
  version: number
  savedAt: string
}

/**
 * Changes an event that the caller may `act` on, in a transaction that locks its row: concurrent saves are serialized,
 * and the second one is refused as outdated. Rolls back if `change` throws. Browsers of the event's people refetch. An API key
 * can change drafts only: other changes are seen by the public, and ticket holders are notified.
 * @throws NOT_FOUND, CHANGED, NOT_NOW
 */
export async function changeEvent<Result>(
  context: DashboardContext,
  { id, act, version, person, isOpenToKeys = false }: Change,
  change: (trx: Transaction, event: OwnEvent) => Promise<Result>,
): Promise<Result> {
  const caller = requireCaller(context)
  const result = await context.db.transaction().execute(async (trx) => {
    // Locked before the event, in the order of account deletion.
    if (person !== undefined && isId(person))
      await sql`select from profiles where id = ${person}::uuid for key share`.execute(trx)
    const event = await getOwnEvent(trx, caller, { id, act, lock: true })
    if (version !== undefined && event.version !== version)
      throw await createConflictError(trx, event, caller.id)
    if (caller.apiKey !== undefined && event.status !== 'draft' && !isOpenToKeys)
      throw refuseNow('API keys can only change drafts. Change this event on its page.')
    return change(trx, event)
  })
  await refreshTeam(context, id)
  return result
}

async function createConflictError(trx: Transaction, event: OwnEvent, callerId: string) {
  const row = await trx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.id', 'e.saved_by')
    .select(['e.updated_at', 'p.id', 'p.display_name'])
    .where('e.id', '=', event.id)
    .executeTakeFirstOrThrow()
  const by = row.id !== null && row.display_name !== null ? { id: row.id, name: row.display_name } : null
  return refuseOutdatedVersion(
    { version: event.version, by, at: row.updated_at, timezone: event.timezone },
    callerId,
  )
}

/**
 * Increments the version of a locked event and stores who saved it. Webhooks report the change as `kind`, unless the
 * event is a draft.
 */
export async function recordSave(
  trx: Transaction,
  { id, byId, now, kind = 'event.changed' }: { id: string; byId: string; now: Date; kind?: AnnouncedChange },
): Promise<Saved> {
  const { version, event_status: status } = await trx
    .updateTable('events')
    .set({ version: sql<number>`version + 1`, updated_at: now, saved_by: byId })
    .where('id', '=', id)
    .returning(['version', 'event_status'])
    .executeTakeFirstOrThrow()
  if (status !== 'draft') await announceEvent(trx, id, kind)
  return { version, savedAt: now.toISOString() }
}
