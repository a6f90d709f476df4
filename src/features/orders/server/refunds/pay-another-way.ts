import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { findOwnEvent } from '~/features/events/server/public'
import type { Currency } from '~/lib/currency'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'

interface OtherPayment {
  eventId: string
  refundId: string
  /** How the buyer was paid; the buyer reads this text. */
  otherPayment: string
}

/**
 * Records that the organizer of an event, or an admin, paid a failed refund without the provider. It is not sent again. The ledger credits the
 * organizer or, for an admin, the site.
 * @throws NOT_FOUND, NOT_FAILED
 */
export async function payRefundAnotherWay(
  context: Pick<Context, 'caller' | 'db' | 'requestId'>,
  { eventId, refundId, otherPayment }: OtherPayment,
): Promise<void> {
  const { db, requestId } = context
  const person = requireCaller(context)
  if (!isId(eventId)) throw refuse('NOT_FOUND')
  if (!isId(refundId)) throw refuse('NOT_FAILED')
  const isOwn = (await findOwnEvent(db, person, { id: eventId, act: 'money' })) !== undefined
  if (!isOwn && !person.roles.includes('admin')) throw refuse('NOT_FOUND')
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ order: string; cents: number; currency: Currency }>`
      update refunds r set status = 'done', settled_at = clock_timestamp(), other_payment = ${otherPayment},
        is_paid_by_site = ${!isOwn}
      from payments p join orders o on o.id = p.order_id
      where r.id = ${refundId} and r.status = 'failed' and p.id = r.payment_id and o.event_id = ${eventId}
      returning o.order_number as "order", r.amount_cents as cents, o.currency`.execute(trx)
    const [refund] = rows
    if (refund === undefined) throw refuse('NOT_FAILED')
    await recordAudit(trx, {
      actorId: person.id,
      action: 'money.pay_refund_another_way',
      subject: { type: 'refund', id: refundId },
      details: refund,
      requestId,
    })
  })
}
