import { createElement } from 'react'
import type { Database } from '~/database/connect'
import { renderMail } from '~/design/mail/render-mail'
import type { Mailer } from '~/platform/mail/mailer'
import { findOrderRecord } from './documents/order-record'
import type { TicketingMails } from './jobs'
import { RefundMail, refundMailSubject } from './mail/refund-mail'
import { sendTickets } from './send-tickets'

/** What customers are told about their orders. `publicUrl` without a slash at its end. */
export function createTicketingMails(services: {
  db: Database
  mail: Mailer
  publicUrl: string
}): TicketingMails {
  const { db, mail, publicUrl } = services
  return {
    sendTickets: (orderId) => sendTickets(services, orderId),
    async sendRefundNotice(orderId) {
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
    },
  }
}
