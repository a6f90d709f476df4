import { sql } from 'kysely'
import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import type { RejectedRefund } from '../../rules/describe-rejection'
import type { EmailServices } from '../context'
import type { NotifyRefundRejected } from './record-refund-outcome'
import { formatRefundRejectedSubject, RefundRejectedEmail } from './refund-rejected-email'

type Row = Omit<RejectedRefund, 'contactAddress'> & { email: string; title: string }

/**
 * Emails the buyer that their bank rejected a refund. Does nothing without an email address, or if the refund was
 * sent again.
 */
export async function notifyRefundRejected(
  { db, mailer, settings, publicUrl }: EmailServices,
  { orderId, refundId }: NotifyRefundRejected,
): Promise<void> {
  const { rows } = await sql<Row>`
    select o.buyer_email as email, e.title, o.order_number as "orderNumber", r.amount_cents as "amountCents", o.currency, p.method,
      r.rejection
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      join events e on e.id = o.event_id
    where r.id = ${refundId} and r.status = 'failed' and o.buyer_email <> ''`.execute(db)
  const [row] = rows
  if (!row) return
  const { email, title, ...refund } = row
  const site = await settings.read()
  const body = createElement(RefundRejectedEmail, {
    ...refund,
    title,
    contactAddress: site.contactAddress === '' ? null : site.contactAddress,
    link: `${publicUrl}/checkout/${orderId}`,
  })
  await mailer.send({
    to: email,
    subject: formatRefundRejectedSubject(title),
    ...(await renderEmail(body, site)),
  })
}
