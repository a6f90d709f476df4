import { sql } from 'kysely'
import type { z } from 'zod'
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
  refundCents: number
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
        payments.n as payments, payments.oldest as "oldestPayment", refunds.n as refunds, refunds.cents as "refundCents"
      from (select count(*) as n, min(created_at) as oldest from invite_requests where status = 'pending') requests,
        (select count(*) filter (where message_id is null) as people,
            count(*) filter (where message_id is not null) as messages
          from moderation_cases where decided_at is null) reports,
        (select count(*) as n, min(processing_since) as oldest from payments
          where processing_since < now() - make_interval(mins => ${PATIENCE_MINUTES})) payments,
        (select count(*) as n, coalesce(sum(amount_cents), 0) as cents from refunds where status = 'failed') refunds
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
    refunds: { count: row.refunds, cents: row.refundCents },
    emails: { count: emails, newest: last ? { to: last.to, about: last.about } : null },
  }
}
