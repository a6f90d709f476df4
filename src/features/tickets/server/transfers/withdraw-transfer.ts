import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'

/**
 * Withdraws the caller's pending transfer; its link is invalid immediately. Refuses when it was already accepted.
 * Idempotent.
 */
export async function withdrawTransfer(
  { caller, db, now }: Pick<Context, 'caller' | 'db' | 'now'>,
  { ticketId }: { ticketId: string },
): Promise<void> {
  if (!isId(ticketId)) throw refuse('NOT_FOUND')
  const { id: callerId } = requireCaller({ caller })
  const offers = db
    .updateTable('ticket_transfers')
    .set({ status: 'withdrawn', settled_at: now() })
    .where('ticket_id', '=', ticketId)
    .where('from_id', '=', callerId)
    .where('status', '=', 'pending')
  const { numUpdatedRows } = await offers.executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // Runs as a separate statement: the update above has waited for a concurrent acceptance, which this query then sees.
  const ticket = await db
    .selectFrom('tickets as k')
    .select(['k.customer_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ticket_transfers as x')
            .select('x.id')
            .whereRef('x.ticket_id', '=', 'k.id')
            .where('x.from_id', '=', callerId)
            .where('x.status', '=', 'accepted'),
        )
        .as('was_accepted'),
    )
    .where('k.id', '=', ticketId)
    .executeTakeFirst()
  if (ticket?.customer_id === callerId) return
  throw refuse(ticket?.was_accepted ? 'ALREADY_ACCEPTED' : 'NOT_FOUND')
}
