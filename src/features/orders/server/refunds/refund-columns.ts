import { sql } from 'kysely'
import type { RefundState } from '../../rules/refund-state'

/** SQL for the state of a refund `r`. */
export const refundState = sql<RefundState>`case
  when r.reason = 'dispute_lost' then 'charged_back'
  when r.other_payment is not null then 'paid_another_way'
  when r.status = 'failed' then case when r.rejection is null then 'failed' else 'rejected' end
  when r.status = 'done' then case when r.paid_at is null then 'sent' else 'paid' end
  when r.is_balance_low then 'waiting'
  else 'approved' end`

/** SQL for the refunds of the order `o`, newest first, in the shape `orderRefund`. */
export const orderRefunds = sql`
  coalesce((select json_agg(json_build_object('id', r.id, 'amountCents', r.amount_cents, 'state', ${refundState},
      'reason', r.reason, 'method', p.method, 'approvedAt', r.created_at,
      'sentAt', case when r.status = 'requested' then null else r.sent_at end, 'paidAt', r.paid_at,
      'failedAt', case when r.status = 'failed' then r.settled_at end, 'rejection', r.rejection,
      'bankReference', r.bank_reference, 'otherPayment', r.other_payment,
      'paidAnotherWayAt', case when r.other_payment is not null then r.settled_at end,
      'ticketNumbers', array(select k.ticket_number from tickets k where k.refund_id = r.id order by k.id))
      order by r.created_at desc, r.id desc)
    from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id), '[]') as refunds`
