import { createElement } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { findOrderRecord } from './documents/order-record'
import { RefundMail, refundMailSubject } from './mail/refund-mail'
import type { MailServices } from './context'

/** Tells a customer that money came too late and goes back. Nothing to do without a refund or an address. */
export async function sendRefundNotice(
  { db, mail, publicUrl }: MailServices,
  orderId: string,
): Promise<void> {
  const record = await findOrderRecord(db, { orderId })
  if (record === undefined || record.order.buyer_email === '' || record.refundedCents === 0) return
  const { order, refundedCents } = record
  const body = createElement(RefundMail, {
    title: order.title,
    orderNumber: order.order_number,
    refundedCents,
    eventLink: `${publicUrl}/events/${order.event_id}`,
  })
  await mail.send({
    to: order.buyer_email,
    subject: refundMailSubject(order.title),
    ...(await renderMail(body)),
  })
}
