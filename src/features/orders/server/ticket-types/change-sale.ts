import type { Database, Transaction } from '~/database/connect'
import { listEventManagers, findOwnEvent, type OwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refuse'

/** Refuses the value of one field. */
export const refuseField = (path: string, message: string): Error =>
  refuse('INVALID', { data: { fields: [{ path, message }] } })

/**
 * Changes what an event sells, in one transaction that locks the event, so that concurrent edits run one after the
 * other.
 */
export async function changeSale(
  context: Context,
  { eventId, act }: { eventId: string; act: 'edit' | 'money' },
  change: (trx: Transaction, event: OwnEvent) => Promise<void>,
): Promise<void> {
  const { db, live } = context
  const caller = signedIn(context)
  await db.transaction().execute(async (trx) => {
    const event = await findOwnEvent(trx, caller, { id: eventId, act, lock: true })
    if (!event) throw refuse('NOT_FOUND')
    if (event.status === 'cancelled') throw refuse('EVENT_CLOSED')
    await change(trx, event)
  })
  live.publish(await listEventManagers(db, eventId), ['events', 'orders', 'tickets'])
}

/** Returns the event of a ticket type or promo code, without checking access. */
export async function getEventId(
  db: Database,
  table: 'ticket_types' | 'promo_codes',
  id: string,
): Promise<string> {
  const row = isId(id)
    ? await db.selectFrom(table).select('event_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw refuse('NOT_FOUND')
  return row.event_id
}
