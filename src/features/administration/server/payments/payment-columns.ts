import { sql } from 'kysely'
import type { z } from 'zod'
import type { paymentRow } from '../../contract-payments'

export type PaymentColumns = z.input<typeof paymentRow>

/** The columns of a payment `p`, with the joins of `paymentJoins`. */
export const paymentColumns = sql<PaymentColumns>`
  p.order_id as "orderId", p.booking_id as "bookingId", coalesce(o.order_number, b.booking_number) as number, e.title as "eventTitle",
  coalesce(nullif(o.buyer_email, ''), a.email) as "buyerEmail", p.amount_cents as "amountCents", e.currency, p.provider,
  p.provider_payment_id as "providerPaymentId", p.provider_reference as reference, p.status,
  p.created_at as "startedAt", p.settled_at as "settledAt", p.decline_reason as "declineReason",
  r.cents as "refundedCents", r.statuses as "refundStatuses"`

export const paymentJoins = sql`
  left join orders o on o.id = p.order_id left join bookings b on b.id = p.booking_id
  join events e on e.id = coalesce(o.event_id, p.event_id) left join accounts a on a.id = coalesce(o.customer_id, b.client_id)
  left join lateral (
    select coalesce(sum(amount_cents) filter (where status <> 'failed'), 0) as cents,
      coalesce(json_agg(distinct status), '[]') as statuses
    from refunds where payment_id = p.id
  ) r on true`
