import { sql } from 'kysely'
import type { z } from 'zod'
import { amountsColumn } from '~/database/amounts-column'
import type { Amount } from '~/lib/amounts'
import type { attention } from '../../contract-attention'
import type { Context } from '../context'
import { describeEmails, emailJobNames } from './email-jobs'

interface Row {
  requests: number
  oldestRequest: Date | null
  people: number
  messages: number
  payments: number
  oldestPayment: Date | null
  refunds: number
  refundAmounts: Amount[]
}

export const PATIENCE_MINUTES = 2

/** AD-03: returns what needs an admin’s attention. */
export async function getAttention({
  db,
  jobs,
}: Pick<Context, 'db' | 'jobs'>): Promise<z.input<typeof attention>> {
  const [counted, emails, newest] = await Promise.all([
    sql<Row>`
      select requests.n as requests, requests.oldest as "oldestRequest", reports.people, reports.messages,
        payments.n as payments, payments.oldest as "oldestPayment", refunds.n as refunds, refunds.amounts as "refundAmounts"
      from (select count(*) as n, min(created_at) as oldest from invite_requests where status = 'pending') requests,
        (select count(*) filter (where message_id is null) as people,
            count(*) filter (where message_id is not null) as messages
          from moderation_cases where decided_at is null) reports,
        (select count(*) as n, min(processing_since) as oldest from payments
          where processing_since < now() - make_interval(mins => ${PATIENCE_MINUTES})) payments,
        (select coalesce(sum(entries), 0)::bigint as n, ${amountsColumn} as amounts from (
          select coalesce(o.currency, b.currency) as currency, count(*) as entries, sum(r.amount_cents) as cents
          from refunds r join payments p on p.id = r.payment_id left join orders o on o.id = p.order_id
            left join bookings b on b.id = p.booking_id
          where r.status = 'failed' group by 1) sums) refunds
    `.execute(db),
    jobs.countFailed(db, emailJobNames),
    jobs.listFailed(db, emailJobNames, 1),
  ])
  const [row] = counted.rows
  if (!row) throw new Error('count query returned no row')
  const [last] = await describeEmails(db, newest)
  return {
    inviteRequests: { count: row.requests, oldestAt: row.oldestRequest },
    reports: { count: row.people + row.messages, people: row.people, messages: row.messages },
    payments: { count: row.payments, oldestAt: row.oldestPayment },
    refunds: { count: row.refunds, amounts: row.refundAmounts },
    emails: { count: emails, newest: last ? { to: last.to, about: last.about } : null },
  }
}
