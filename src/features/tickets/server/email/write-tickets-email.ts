import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatClock, formatDay, formatZone } from '~/lib/time'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { type EmailMessage, sendBulkEmailInThisThread, type ThreadSender } from '~/platform/email/mailer'
import type { TicketRecord } from '../documents/order-record'
import { formatPlace } from '../documents/format-place'
import { toOrderTax, toPlace, printTickets } from '../documents/print-order'
import { TicketsEmail, formatTicketsEmailSubject } from './tickets-email'

/** The data of a ticket email, serializable because it is sent to another thread. */
export interface TicketsEmailInput {
  record: TicketRecord
  site: { name: string; priceDisplay: PriceTerms['priceDisplay'] }
  publicUrl: string
}

export interface TicketsEmailTask extends TicketsEmailInput {
  sender: ThreadSender | undefined
}

/** Writes the email and sends it. Without a sender it returns the email for the caller to send. */
export async function sendTicketsEmail({
  sender,
  ...input
}: TicketsEmailTask): Promise<EmailMessage | undefined> {
  const email = await writeTicketsEmail(input)
  if (email === undefined || sender === undefined) return email
  await sendBulkEmailInThisThread(sender, email)
  return undefined
}

/** Writes the email of a confirmed order and its PDF; undefined when the order has no valid ticket. */
export async function writeTicketsEmail({
  record,
  site,
  publicUrl,
}: TicketsEmailInput): Promise<EmailMessage | undefined> {
  const pdf = await printTickets(record, { siteName: site.name })
  if (pdf === undefined) return undefined
  const { order, items } = record
  const zone = order.timezone
  const body = createElement(TicketsEmail, {
    title: order.title,
    day: formatDay(order.event_date, zone),
    doors: order.doors_at === null ? '' : formatClock(order.doors_at, zone),
    // The reader's time zone is unknown, so times name theirs.
    time: `${formatClock(order.event_date, zone)}, ${formatZone(zone)}`,
    venue: formatPlace(toPlace(order)),
    items,
    orderNumber: order.order_number,
    subtotalCents: order.subtotal_cents,
    priceDisplay: site.priceDisplay,
    ...toOrderTax(order),
    feeBasisPoints: order.fee_basis_points,
    feeCents: order.fee_cents,
    totalCents: order.total_cents,
    currency: order.currency,
    giver: order.is_comp ? (order.organizer_name ?? site.name) : null,
    links: {
      tickets: order.customer_id === null ? null : `${publicUrl}/customer/dashboard`,
      flyer: `${publicUrl}/events/${order.event_id}/flyer.png`,
      calendar: `${publicUrl}/events/${order.event_id}.ics`,
      receipt: order.total_cents === 0 ? null : `${publicUrl}/api/v1/orders/${order.id}/receipt.pdf`,
    },
  })
  return {
    to: order.buyer_email,
    subject: formatTicketsEmailSubject(order.title),
    ...(await renderEmail(body, site)),
    attachments: [
      { filename: `tickets-${order.order_number}.pdf`, contentType: 'application/pdf', content: pdf },
    ],
    idempotencyKey: `tickets.${order.id}`,
  }
}
