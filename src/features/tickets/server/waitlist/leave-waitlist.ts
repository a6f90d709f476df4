import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'

/**
 * Removes the caller from a waitlist. Refuses when they have an offer, which they must pass instead. Idempotent.
 */
export async function leaveWaitlist(
  { caller, db, now }: Pick<Context, 'caller' | 'db' | 'now'>,
  { id }: { id: string },
): Promise<void> {
  const { id: customerId } = requireCaller({ caller })
  if (!isId(id)) throw refuse('NOT_FOUND')
  await db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('waitlist_entries')
      .select('ticket_type_id')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (own === undefined) throw refuse('NOT_FOUND')
    // The ticket type counts its waitlist, so the ticket type is locked first.
    await trx
      .selectFrom('ticket_types')
      .select('id')
      .where('id', '=', own.ticket_type_id)
      .forNoKeyUpdate()
      .execute()
    const { numUpdatedRows } = await trx
      .updateTable('waitlist_entries')
      .set({ status: 'left', ended_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
    const entry = await trx
      .selectFrom('waitlist_entries')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
    if (entry?.status === 'offered') throw refuse('OFFERED')
  })
}
