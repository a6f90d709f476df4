import { createElement } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { findOrderRecord } from './documents/order-record'
import { RefundMail, refundMailSubject } from './mail/refund-mail'
import type { MailServices } from './context'

/** Tells a customer that money could not be honoured, why, and that it goes back. Nothing to do without a refund or an address. */
export async function sendRefundNotice(
  { db, mail, settings, publicUrl }: MailServices,
  orderId: string,
): Promise<void> {
  const record = await findOrderRecord(db, { orderId })
  if (record === undefined || record.order.buyer_email === '' || record.refundReason === undefined) return
  const { order, refundedCents, refundReason } = record
  const body = createElement(RefundMail, {
    title: order.title,
    orderNumber: order.order_number,
    reason: refundReason,
    refundedCents,
    eventLink: `${publicUrl}/events/${order.event_id}`,
  })
  await mail.send({
    to: order.buyer_email,
    subject: refundMailSubject(order.title),
    ...(await renderMail(body, await settings.read())),
  })
}
