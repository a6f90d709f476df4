import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { emailJobNames } from './email-jobs'

/** Retries a failed email immediately. Refuses with `ALREADY_RESOLVED` if it has not failed. */
export async function retryEmail(context: Context, id: string): Promise<void> {
  const { id: actorId } = requireCaller(context)
  if (!isId(id)) throw refuse('ALREADY_RESOLVED')
  const { db, jobs, requestId } = context
  await db.transaction().execute(async (trx) => {
    if (!(await jobs.retry(trx, emailJobNames, id))) throw refuse('ALREADY_RESOLVED')
    await recordAudit(trx, { actorId, action: 'emails.retry', subject: { type: 'job', id }, requestId })
  })
}

/** Resets the attempts of a failed refund and retries it. Refuses with `ALREADY_RESOLVED` if it has not failed. */
export async function retryRefund(context: Context, id: string): Promise<void> {
  const { id: actorId } = requireCaller(context)
  if (!isId(id)) throw refuse('ALREADY_RESOLVED')
  const { db, requestId } = context
  await db.transaction().execute(async (trx) => {
    const [refund] = await trx
      .updateTable('refunds as r')
      .from('payments as p')
      .leftJoin('orders as o', 'o.id', 'p.order_id')
      .leftJoin('bookings as b', 'b.id', 'p.booking_id')
      .set({
        status: 'requested',
        settled_at: null,
        attempts: 0,
        next_attempt_at: sql<Date>`clock_timestamp()`,
      })
      .whereRef('p.id', '=', 'r.payment_id')
      .where('r.id', '=', id)
      .where('r.status', '=', 'failed')
      .returning((eb) => [
        'o.order_number as order',
        'b.booking_number as booking',
        'r.amount_cents as cents',
        eb.fn.coalesce('o.currency', 'b.currency').as('currency'),
      ])
      .execute()
    if (!refund) throw refuse('ALREADY_RESOLVED')
    const { order, booking, cents, currency } = refund
    await recordAudit(trx, {
      actorId,
      action: 'money.retry_refund',
      subject: { type: 'refund', id },
      details: { ...(order === null ? { booking } : { order }), cents, currency },
      requestId,
    })
  })
}
