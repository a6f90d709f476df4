import type { failures, Trends } from '../../contract-attention'
import { isZone } from '~/lib/time'
import { sumRefundedCents } from '~/features/orders/server/public'
import type { Database } from '~/database/connect'
import { sql } from 'kysely'
import type { z } from 'zod'
import { amountsColumn } from '~/database/amounts-column'
import { calls } from '../call-implementer'
import { refreshAdminPages } from '../refresh-admin-pages'
import type { Context } from '../context'
import { getAttention, PATIENCE_MINUTES } from './get-attention'
import { retryEmail, retryRefund } from './retry'
import { describeEmails, emailJobNames } from './email-jobs'

const MAX_ROWS = 50
type FailureLists = z.input<typeof failures>

/** The order or booking of a payment `p`, and who pays it. */
const subject = sql`p.booking_id as "bookingId", coalesce(o.order_number, b.booking_number) as number,
  coalesce(nullif(o.buyer_email, ''), a.email, 'Deleted account') as buyer, coalesce(o.currency, b.currency) as currency`
const subjectJoins = sql`
  left join orders o on o.id = p.order_id left join bookings b on b.id = p.booking_id
  left join accounts a on a.id = coalesce(o.customer_id, b.client_id)`

const DAYS = 30

const attention = calls.attention

export const attentionCalls = {
  get: attention.get.handler(({ context }) => getAttention(context)),
  trends: attention.trends.handler(({ context, input }) =>
    getTrends(context.db, { ...input, now: context.now() }),
  ),
  failures: attention.failures.handler(({ context }) => listFailures(context)),
  retryEmail: attention.retryEmail.handler(async ({ context, input }) => {
    await retryEmail(context, input.id)
    await refreshAdminPages(context)
    return {}
  }),
  retryRefund: attention.retryRefund.handler(async ({ context, input }) => {
    await retryRefund(context, input.id)
    await refreshAdminPages(context)
    return {}
  }),
}

/** Returns sign-ups and sales per calendar day of a time zone; an unknown zone counts as UTC. */
async function getTrends(db: Database, { timezone, now }: { timezone: string; now: Date }): Promise<Trends> {
  const zone = isZone(timezone) ? timezone : 'UTC'
  const { rows } = await sql<Trends['days'][number]>`
    with today as (select (${now}::timestamptz at time zone ${zone})::date as day),
      span as (select (day - ${DAYS - 1}::int)::timestamp at time zone ${zone} as since from today),
      people as (
        select (created_at at time zone ${zone})::date as day, count(*) as "signUps"
        from profiles, span where created_at >= since group by 1),
      sold as (
        select (o.confirmed_at at time zone ${zone})::date as day, o.currency, count(*) as orders,
          sum(o.total_cents - i.back) as cents, sum(i.tickets) as tickets
        from span, orders o,
          lateral (
            select sum(quantity - quantity_refunded) as tickets, case when sum(refunded_cents) > 0 then ${sumRefundedCents(sql`o.id`)} else 0 end as back
            from order_items where order_id = o.id) i
        where o.status = 'confirmed' and o.confirmed_at >= since group by 1, 2),
      currencies as (select currency, sum(orders) as entries from sold group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce("signUps", 0) as "signUps", sales.*
    from today, lateral (select (today.day - back)::date as day from generate_series(0, ${DAYS - 1}::int) back) d
      left join people on people.day = d.day cross join lateral (
        select coalesce(sum(tickets), 0)::bigint as tickets, ${amountsColumn} as paid from (
          select currency, entries, coalesce(cents, 0) as cents, tickets
          from currencies left join (select * from sold where sold.day = d.day) sold using (currency)) sums) sales
    order by d.day`.execute(db)
  return { days: rows }
}

/** Returns up to 50 failures of each kind: the newest emails and refunds, the oldest payments. */
async function listFailures({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<FailureLists> {
  const [emails, payments, refunds] = await Promise.all([
    jobs.listFailed(db, emailJobNames, MAX_ROWS + 1),
    sql<FailureLists['payments'][number]>`
      select p.id, ${subject}, p.amount_cents as "amountCents", p.processing_since as since
      from payments p ${subjectJoins}
      where p.processing_since < now() - make_interval(mins => ${PATIENCE_MINUTES})
      order by p.processing_since limit ${MAX_ROWS + 1}`.execute(db),
    sql<FailureLists['refunds'][number]>`
      select r.id, ${subject}, r.amount_cents as "amountCents", coalesce(r.settled_at, r.created_at) as at, r.attempts,
        coalesce(r.last_error, '') as reason
      from refunds r join payments p on p.id = r.payment_id ${subjectJoins}
      where r.status = 'failed' order by r.settled_at desc nulls last limit ${MAX_ROWS + 1}`.execute(db),
  ])
  const described = await describeEmails(db, emails.slice(0, MAX_ROWS))
  return {
    emails: described,
    payments: payments.rows.slice(0, MAX_ROWS),
    refunds: refunds.rows.slice(0, MAX_ROWS),
    hasMore: [emails, payments.rows, refunds.rows].some(({ length }) => length > MAX_ROWS),
  }
}
