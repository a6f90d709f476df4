import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { notify } from '~/features/notifications/server/public'
import { transferAcceptedJob } from './job-names'
import { hashTransferToken } from './transfer-token'

interface Pending {
  id: string
  ticket_id: string
  from_id: string
}

/**
 * Transfers a ticket to the caller and returns its id. The ticket gets a new QR code; if the old one is scanned,
 * check-in says that the ticket was transferred. The link proves access to the recipient's mailbox, so the email of
 * the caller's account doesn't matter.
 */
export async function acceptTransfer(
  context: Pick<Context, 'caller' | 'db' | 'checkIns' | 'jobs' | 'live' | 'now'>,
  { token }: { token: string },
): Promise<{ ticketId: string }> {
  const caller = requireCaller(context)
  const taken = await context.db.transaction().execute(async (trx) => {
    // Reads the ticket's id without locking the transfer, because the ticket must be locked first, as in check-in.
    const hash = hashTransferToken(token)
    const found = await trx
      .selectFrom('ticket_transfers')
      .select('ticket_id')
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (found === undefined) throw refuse('NOT_FOUND')
    const { rows: tickets } = await sql<{
      customer_id: string | null
      secret: string
      event_id: string
      title: string
    }>`
      select k.customer_id, k.secret, k.event_id, e.title from tickets k join events e on e.id = k.event_id
      where k.id = ${found.ticket_id}::uuid and k.status = 'valid' and k.checked_in_at is null
      for no key update of k`.execute(trx)
    const { rows } = await sql<Pending>`
      select id, ticket_id, from_id from ticket_transfers
      where token_hash = ${hash} and status = 'pending' and from_id is not null for no key update`.execute(
      trx,
    )
    const [ticket] = tickets
    const [transfer] = rows
    if (ticket === undefined || transfer === undefined || ticket.customer_id !== transfer.from_id)
      throw refuse('NOT_FOUND')
    if (transfer.from_id === caller.id) throw refuse('OWN_TICKET')
    if (caller.email === null) throw refuse('EMAIL_NEEDED')
    await trx
      .updateTable('ticket_transfers')
      .set({ status: 'accepted', to_id: caller.id, old_secret: ticket.secret, settled_at: context.now() })
      .where('id', '=', transfer.id)
      .execute()
    await sql`
      update tickets set customer_id = ${caller.id}::uuid, holder_name = ${caller.fullName}, secret = gen_random_uuid()
      where id = ${transfer.ticket_id}::uuid`.execute(trx)
    await context.jobs.enqueue(trx, transferAcceptedJob, { transferId: transfer.id })
    await notify(trx, context.jobs, [
      {
        userId: transfer.from_id,
        kind: 'transfer_accepted',
        actorId: caller.id,
        subjectId: transfer.ticket_id,
        facts: { title: ticket.title },
      },
    ])
    return { ...transfer, eventId: ticket.event_id }
  })
  context.checkIns.notify(taken.eventId)
  context.live.publish([taken.from_id, caller.id], ['orders', 'tickets', 'notifications'])
  return { ticketId: taken.ticket_id }
}
