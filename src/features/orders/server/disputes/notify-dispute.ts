import { sql } from 'kysely'
import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatShortDate } from '~/lib/time'
import type { EmailServices } from '../context'
import { DisputeEmail, type DisputeEmailProps, formatDisputeSubject } from './dispute-email'
import type { NotifyDispute } from './record-dispute'

/** What the codes of card networks mean, after “The bank says that”. */
const REASONS: Readonly<Record<string, string>> = {
  fraudulent: 'the buyer doesn’t recognize the payment',
  unrecognized: 'the buyer doesn’t recognize the payment',
  duplicate: 'the buyer was charged twice',
  product_not_received: 'the buyer didn’t get the tickets',
  product_unacceptable: 'the event was not what the buyer was promised',
  credit_not_processed: 'the buyer didn’t get a refund',
}

type Row = Omit<DisputeEmailProps, 'reason' | 'dueBy' | 'status' | 'link'> & {
  email: string | null
  reason: string
  dueBy: Date | null
  timezone: string
  eventId: string
}

/** Emails the organizer about a dispute. Does nothing without an email address. */
export async function notifyDispute(
  { db, mailer, settings, publicUrl }: EmailServices,
  { disputeId, status, userId }: NotifyDispute,
): Promise<void> {
  const { rows } = await sql<Row>`
    select a.email, d.reason, d.due_by as "dueBy", d.amount_cents as cents, o.order_number as "orderNumber",
      o.buyer_name as "buyerName", e.id as "eventId", e.title, e.timezone,
      exists (select from refunds r where r.provider_reference = d.id) as "isRevoked"
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      join events e on e.id = o.event_id join accounts a on a.id = ${userId}
    where d.id = ${disputeId}`.execute(db)
  const [row] = rows
  if (!row?.email) return
  const props: DisputeEmailProps = {
    ...row,
    status,
    reason: REASONS[row.reason] ?? 'the buyer wants the payment back',
    dueBy: row.dueBy === null ? undefined : formatShortDate(row.dueBy, row.timezone),
    link: `${publicUrl}/dashboard/events/${row.eventId}/analytics`,
  }
  await mailer.send({
    to: row.email,
    subject: formatDisputeSubject(props),
    ...(await renderEmail(createElement(DisputeEmail, props), await settings.read())),
  })
}
