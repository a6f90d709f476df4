import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isUniqueViolation } from '~/database/postgres-errors'
import { getEventEndSql } from '~/features/events/server/public'
import { isId, newId } from '~/lib/ids'
import { limitMailbox } from '../email/limit-mailbox'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { transferEmailJob } from './job-names'
import { hashTransferToken, createTransferToken } from './transfer-token'

// The limit of transfers per caller, because each one emails an address that the caller entered.
const MOST = { points: 20, seconds: 60 * 60 }

/**
 * Emails a link with which the recipient accepts one of the caller's tickets. Until then the ticket and its code stay
 * the caller's. `email` in lower case.
 * @throws TOO_MANY_REQUESTS
 */
export async function startTransfer(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'limits' | 'now' | 'secret'>,
  { ticketId, email }: { ticketId: string; email: string },
): Promise<{ at: Date }> {
  const caller = requireCaller(context)
  if (!isId(ticketId)) throw refuse('NOT_FOUND')
  if (caller.email === null) throw refuse('EMAIL_NEEDED')
  // Without this check, an account with an unverified address could email strangers.
  if (!caller.isEmailVerified) throw refuse('EMAIL_UNVERIFIED')
  if (email === caller.email.toLowerCase()) throw refuse('OWN_ADDRESS')
  await context.limits.consume('pass-ticket-on', caller.id, MOST)
  try {
    return await context.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ status: string; checked_in_at: Date | null; is_over: boolean }>`
        select k.status, k.checked_in_at,
          ${getEventEndSql('e')} < ${context.now()}::timestamptz and not e.is_date_open as is_over
        from tickets k join events e on e.id = k.event_id
        where k.id = ${ticketId}::uuid and k.customer_id = ${caller.id}::uuid for no key update of k`.execute(
        trx,
      )
      const ticket = rows[0]
      if (ticket === undefined) throw refuse('NOT_FOUND')
      if (ticket.checked_in_at !== null) throw refuse('CHECKED_IN')
      if (ticket.status !== 'valid' || ticket.is_over) throw refuse('NOT_VALID')
      const transferId = newId()
      const token = createTransferToken(transferId, context.secret)
      await trx
        .insertInto('ticket_transfers')
        .values({
          id: transferId,
          ticket_id: ticketId,
          from_id: caller.id,
          to_email: email,
          token_hash: hashTransferToken(token),
          created_at: context.now(),
        })
        .execute()
      await context.jobs.enqueue(trx, transferEmailJob, { transferId })
      // Last, so that a refused transfer doesn't count towards the limit of the address.
      const use = (await hasAccount(trx, email)) ? 'offer_to_account' : 'offer'
      await limitMailbox(context.limits, { from: caller.id, to: email, use })
      return { at: context.now() }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'ticket_transfers_one_pending')) throw refuse('ALREADY_OFFERED')
    throw error
  }
}

async function hasAccount(trx: Transaction, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts where lower(email) = ${email} and email_verified_at is not null`.execute(trx)
  return rows.length > 0
}
