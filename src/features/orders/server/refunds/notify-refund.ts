import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatRefundReason } from '../../rules/refund-reason'
import type { EmailServices } from '../context'
import { RefundEmail, formatRefundSubject } from './refund-email'
import type { NotifyRefund } from './notify-refund-job'

interface Row {
  buyer_email: string
  order_number: string
  title: string
  currency: Currency
  /** Valid tickets of this order that the recipient still has. */
  left: number
  tickets: string[]
}

/**
 * Emails the buyer or a holder about refunded tickets: the amount, the tickets and the reason. Does nothing without an
 * email address.
 */
export async function notifyRefund(services: EmailServices, notified: NotifyRefund): Promise<void> {
  const { db, mailer, settings, publicUrl } = services
  const { orderId, ticketIds, userId = null } = notified
  const { rows } = await sql<Row & { email: string | null }>`
    select case when ${userId}::uuid is null then o.buyer_email else a.email end as email, o.order_number, e.title, o.currency,
      (select count(*) from tickets k where k.order_id = o.id and k.status = 'valid'
        and k.customer_id is not distinct from coalesce(${userId}::uuid, o.customer_id)) as left,
      array(select t.name || ' · ' || k.ticket_number from tickets k join ticket_types t on t.id = k.ticket_type_id
        where k.order_id = o.id and k.id = any (${ticketIds}::uuid[]) order by t.sort_order, k.id) as tickets
    from orders o join events e on e.id = o.event_id left join accounts a on a.id = ${userId}::uuid
    where o.id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row?.email) return
  const body = createElement(RefundEmail, {
    title: row.title,
    orderNumber: row.order_number,
    tickets: row.tickets,
    left: row.left,
    // Holders who did not buy the tickets don't learn what the buyer paid.
    cents: userId === null ? notified.cents : null,
    currency: row.currency,
    reason: notified.by === 'holder' && userId === null ? '' : formatRefundReason(notified.reason),
    by: notified.by,
    action:
      userId === null && notified.cents > 0
        ? { label: 'View refund', href: `${publicUrl}/checkout/${orderId}` }
        : { label: 'View tickets', href: `${publicUrl}/customer/dashboard` },
  })
  await mailer.send({
    to: row.email,
    subject: formatRefundSubject(row.title, userId === null ? notified.cents : null),
    ...(await renderEmail(body, await settings.read())),
  })
}
