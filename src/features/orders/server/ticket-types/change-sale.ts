import type { Database, Transaction } from '~/database/connect'
import { listEventManagers, findOwnEvent, type OwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'

type FieldProblem = { path: string; message: string }

export type ChangeFailure =
  | { outcome: 'not_found' | 'closed' | 'not_yours' | 'was_ordered' | 'was_used' }
  | { outcome: 'invalid'; fields: FieldProblem[] }

export const toInvalid = (path: string, message: string): ChangeFailure => ({
  outcome: 'invalid',
  fields: [{ path, message }],
})

/**
 * Changes what an event sells, in one transaction that locks the event, so that concurrent edits run one after the
 * other. Write nothing before the last check. Returns the failure, or undefined on success.
 */
export async function changeSale(
  context: Context,
  { eventId, act }: { eventId: string; act: 'edit' | 'money' },
  change: (trx: Transaction, event: OwnEvent) => Promise<ChangeFailure | undefined>,
): Promise<ChangeFailure | undefined> {
  const { db, live } = context
  const caller = signedIn(context)
  const failure = await db.transaction().execute(async (trx): Promise<ChangeFailure | undefined> => {
    const event = await findOwnEvent(trx, caller, { id: eventId, act, lock: true })
    if (!event) return { outcome: 'not_found' }
    if (event.status === 'cancelled') return { outcome: 'closed' }
    return change(trx, event)
  })
  if (!failure) live.publish(await listEventManagers(db, eventId), ['events', 'orders', 'tickets'])
  return failure
}

/** Returns the event of a ticket type or promo code, without checking access. */
export async function findEventId(
  db: Database,
  table: 'ticket_types' | 'promo_codes',
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const row = await db.selectFrom(table).select('event_id').where('id', '=', id).executeTakeFirst()
  return row?.event_id
}
