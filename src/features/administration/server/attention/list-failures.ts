import { sql } from 'kysely'
import type { Failures } from '../../contract-attention'
import type { Context } from '../context'
import { PATIENCE_MINUTES } from './get-attention'
import { describeMails, mailJobNames } from './mail-jobs'

const MOST = 50

type Held = { id: string; orderNumber: string; buyer: string; amountCents: number; at: Date }

const buyer = sql`coalesce(nullif(o.buyer_email, ''), a.email, 'Deleted account')`

/** What did not go through, of each kind the fifty that matter most: the newest, of payments the oldest. */
export async function listFailures({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<Failures> {
  const [mails, payments, refunds] = await Promise.all([
    jobs.listFailed(db, mailJobNames, MOST + 1),
    sql<Held>`
      select p.id, o.order_number as "orderNumber", ${buyer} as buyer, p.amount_cents as "amountCents",
        p.processing_since as at
      from payments p join orders o on o.id = p.order_id left join accounts a on a.id = o.customer_id
      where p.processing_since < now() - make_interval(mins => ${PATIENCE_MINUTES})
      order by p.processing_since limit ${MOST + 1}`.execute(db),
    sql<Held & { attempts: number; why: string }>`
      select r.id, o.order_number as "orderNumber", ${buyer} as buyer, r.amount_cents as "amountCents",
        coalesce(r.settled_at, r.created_at) as at, r.attempts, coalesce(r.last_error, '') as why
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
        left join accounts a on a.id = o.customer_id
      where r.status = 'failed' order by r.settled_at desc nulls last limit ${MOST + 1}`.execute(db),
  ])
  const described = await describeMails(db, mails.slice(0, MOST))
  return {
    mails: described.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() })),
    payments: payments.rows
      .slice(0, MOST)
      .map(({ at, ...payment }) => ({ ...payment, since: at.toISOString() })),
    refunds: refunds.rows.slice(0, MOST).map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() })),
    hasMore: [mails, payments.rows, refunds.rows].some(({ length }) => length > MOST),
  }
}
