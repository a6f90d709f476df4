import { sql } from 'kysely'
import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatShort } from '~/lib/time'
import { describeDisputeReason } from '../../rules/dispute'
import type { EmailServices } from '../context'
import { DisputeEmail, type DisputeEmailProps, formatDisputeSubject } from './dispute-email'
import type { NotifyDispute } from './record-dispute'

type Row = Omit<DisputeEmailProps, 'reason' | 'dueBy' | 'status' | 'link'> & {
  email: string | null
  reason: string
  dueBy: Date | null
  timezone: string
}

/** Emails the organizer about a dispute. Does nothing without an email address, or if the event is no longer theirs. */
export async function notifyDispute(
  { db, mailer, settings, publicUrl }: EmailServices,
  { disputeId, status, userId }: NotifyDispute,
): Promise<void> {
  const { rows } = await sql<Row>`
    select a.email, d.reason, d.due_by as "dueBy", d.amount_cents as cents, o.currency, o.order_number as "orderNumber",
      o.buyer_name as "buyerName", e.title, e.timezone,
      d.response is not distinct from 'acceptance' as "isAccepted",
      exists (select from refunds r where r.payment_id = d.payment_id and r.provider_reference = d.id) as "isRevoked"
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      join events e on e.id = o.event_id join accounts a on a.id = e.organizer_id and a.id = ${userId}
    where d.id = ${disputeId}`.execute(db)
  const [row] = rows
  if (!row?.email) return
  const props: DisputeEmailProps = {
    ...row,
    status,
    reason: describeDisputeReason(row.reason).clause,
    dueBy: row.dueBy === null ? undefined : formatShort(row.dueBy, row.timezone),
    link: `${publicUrl}/dashboard/disputes/${disputeId}`,
  }
  await mailer.send({
    to: row.email,
    subject: formatDisputeSubject(props),
    ...(await renderEmail(createElement(DisputeEmail, props), await settings.read())),
  })
  if (status === 'open')
    await sql`update disputes set notified_at = clock_timestamp() where id = ${disputeId} and notified_at is null`.execute(
      db,
    )
}
