import { sql } from 'kysely'
import type { Currency } from '~/lib/currency'
import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatRefundReason } from '../../rules/refund-reason'
import type { EmailServices } from '../context'
import { ReturnedPaymentEmail, formatReturnedPaymentSubject } from './returned-payment-email'

/**
 * Emails a customer that their payment brought no tickets, why, and that it is refunded. Does nothing without an
 * email address, or if the latest refund is of another kind: other emails cover refunded tickets.
 */
export async function notifyReturnedPayment(
  { db, mailer, settings, publicUrl }: EmailServices,
  orderId: string,
): Promise<void> {
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select([
      'o.buyer_email',
      'o.order_number',
      'o.event_id',
      'e.title',
      sql<Currency>`o.currency`.as('currency'),
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (order === undefined || order.buyer_email === '') return
  const returned = await findReturnedPayment(db, orderId)
  if (returned === undefined) return
  const body = createElement(ReturnedPaymentEmail, {
    title: order.title,
    orderNumber: order.order_number,
    reason: formatRefundReason(returned.reason),
    refundedCents: returned.amount_cents,
    currency: order.currency,
    eventLink: `${publicUrl}/events/${order.event_id}`,
  })
  await mailer.send({
    to: order.buyer_email,
    subject: formatReturnedPaymentSubject(order.title),
    ...(await renderEmail(body, await settings.read())),
  })
}

/** Returns the latest refund of a payment of this order that brought no tickets. */
async function findReturnedPayment(
  db: EmailServices['db'],
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
