import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { emailJobNames } from './email-jobs'

/** Retries a failed email immediately; false if it is not in a failed state. */
export async function retryEmail(context: Context, id: string): Promise<boolean> {
  const { id: actorId } = signedIn(context)
  if (!isId(id)) return false
  const { db, jobs, requestId } = context
  return db.transaction().execute(async (trx) => {
    if (!(await jobs.retry(trx, emailJobNames, id))) return false
    await recordAudit(trx, { actorId, action: 'emails.retry', subject: { type: 'job', id }, requestId })
    return true
  })
}

/** Resets the attempts of a failed refund and retries it; false if it is not in a failed state. */
export async function retryRefund(context: Context, id: string): Promise<boolean> {
  const { id: actorId } = signedIn(context)
  if (!isId(id)) return false
  const { db, requestId } = context
  return db.transaction().execute(async (trx) => {
    const [refund] = await trx
      .updateTable('refunds as r')
      .from('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .set({
        status: 'requested',
        settled_at: null,
        attempts: 0,
        next_attempt_at: sql<Date>`clock_timestamp()`,
      })
      .whereRef('p.id', '=', 'r.payment_id')
      .where('r.id', '=', id)
      .where('r.status', '=', 'failed')
      .returning(['o.order_number', 'r.amount_cents'])
      .execute()
    if (!refund) return false
    await recordAudit(trx, {
      actorId,
      action: 'money.retry_refund',
      subject: { type: 'refund', id },
      details: { order: refund.order_number, cents: refund.amount_cents },
      requestId,
    })
    return true
  })
}
