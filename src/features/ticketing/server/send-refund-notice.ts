import { createElement } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { findOrderRecord } from './documents/order-record'
import { RefundMail, refundMailSubject } from './mail/refund-mail'
import type { MailServices } from './context'

/**
 * Tells a customer that money could not be honoured, why, and that it goes back. Nothing to do without a refund or an address, or where
 * tickets came back for it: whoever takes those back tells of them (refunds/take-back.ts, night/tell-holder.ts).
 */
export async function sendRefundNotice(
  { db, mail, settings, publicUrl }: MailServices,
  orderId: string,
): Promise<void> {
  const record = await findOrderRecord(db, { orderId })
  if (record === undefined || record.order.buyer_email === '') return
  const returned = await findReturned(db, orderId)
  if (returned === undefined) return
  const { order } = record
  const body = createElement(RefundMail, {
    title: order.title,
    orderNumber: order.order_number,
    reason: returned.reason,
    refundedCents: returned.amount_cents,
    eventLink: `${publicUrl}/events/${order.event_id}`,
  })
  await mail.send({
    to: order.buyer_email,
    subject: refundMailSubject(order.title),
    ...(await renderMail(body, await settings.read())),
  })
}

/** The latest refund of the order, when it is of a payment that brought no tickets. */
async function findReturned(
  db: MailServices['db'],
  orderId: string,
): Promise<{ reason: string; amount_cents: number } | undefined> {
  const latest = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.reason', 'r.amount_cents', 'p.status'])
    .where('p.order_id', '=', orderId)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.status === 'returned' ? latest : undefined
}
