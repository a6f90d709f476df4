import { createElement } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { formatClock, formatDay, zoneWords } from '~/lib/time'
import { findOrderRecord } from './documents/order-record'
import { placeLine } from './documents/place-line'
import { placeOf, printTickets } from './documents/print-order'
import type { MailServices } from './context'
import { TicketsMail, ticketsMailSubject } from './mail/tickets-mail'

/** Mails the tickets of a confirmed order with their PDF. Nothing to do when the order has no valid ticket or no address any more. */
export async function sendTickets(services: MailServices, orderId: string): Promise<void> {
  const { db, mail, publicUrl } = services
  const record = await findOrderRecord(db, { orderId })
  if (record === undefined || record.order.buyer_email === '') return
  // Paid while the night was being called off: that it is off, and that the money goes back, is told by night/late-orders.ts.
  if (record.order.event_status === 'cancelled') return
  const house = await services.settings.read()
  const file = await printTickets(record, { house: house.name })
  if (file === undefined) return
  const { order, items } = record
  const zone = order.timezone
  const body = createElement(TicketsMail, {
    title: order.title,
    day: formatDay(order.event_date, zone),
    doors: order.doors_at === null ? '' : formatClock(order.doors_at, zone),
    // A mail does not know where it is read, so it always names the clock that it means.
    time: `${formatClock(order.event_date, zone)}, ${zoneWords(zone)}`,
    venue: placeLine(placeOf(order)),
    items,
    orderNumber: order.order_number,
    subtotalCents: order.subtotal_cents,
    priceDisplay: house.priceDisplay,
    feeBasisPoints: order.fee_basis_points,
    feeCents: order.fee_cents,
    totalCents: order.total_cents,
    giver: order.is_comp ? (order.organizer_name ?? house.name) : null,
    links: {
      tickets: order.customer_id === null ? null : `${publicUrl}/customer/dashboard`,
      flyer: `${publicUrl}/events/${order.event_id}/flyer.png`,
      calendar: `${publicUrl}/events/${order.event_id}.ics`,
      receipt: order.total_cents === 0 ? null : `${publicUrl}/api/v1/orders/${order.id}/receipt.pdf`,
    },
  })
  await mail.send({
    to: order.buyer_email,
    subject: ticketsMailSubject(order.title),
    ...(await renderMail(body, house)),
    attachments: [
      { filename: `tickets-${order.order_number}.pdf`, contentType: 'application/pdf', content: file },
    ],
  })
}
