import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { listEventPeople } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import type { OrderToRefund } from './find-order'
import { type NotifyRefund, notifyRefundJob } from './notify-refund-job'
import { refuse } from '../refused-error'
import { checkCovered } from './check-covered'
import { refundTickets } from './refund-tickets'

const refusedOutcomes = {
  not_found: 'NOT_FOUND',
  checked_in: 'CHECKED_IN',
  gone: 'NOTHING_TO_REFUND',
  disputed: 'DISPUTED',
} as const

export interface Refunded<Cents extends number | null = number> {
  /** The refunded amount with its share of the fee; 0 when nothing was paid. */
  cents: Cents
  tickets: { id: string; number: string }[]
  currency: Currency
  isComplete: boolean
}

export interface AllowedRefund {
  order: OrderToRefund
  ticketIds?: readonly string[] | undefined
  reason: string
  by: NotifyRefund['by']
}

/**
 * Refunds tickets of an order for a person: records the actor, emails the buyer and the ticket holders, and updates
 * open pages and check-in devices. `check` runs in the transaction of the refund. Refund only one order per call.
 */
export async function refundOrder(
  context: Context,
  check: (trx: Transaction) => Promise<AllowedRefund>,
): Promise<{ refund: Refunded; buyerId: string | null }> {
  const { refund, order, managers, people } = await context.db.transaction().execute(async (trx) => {
    const { order, ticketIds, reason, by } = await check(trx)
    const refund = await refundTickets(trx, {
      orderId: order.id,
      reason,
      ...(ticketIds === undefined ? { leaveCheckedIn: true } : { ticketIds }),
    })
    if (refund.outcome !== 'refunded') throw refuse(refusedOutcomes[refund.outcome])
    if (by === 'organizer') await checkCovered(trx, order)
    const { cents, tickets } = refund
    await recordAudit(trx, {
      actorId: requireCaller(context).id,
      action: 'tickets.refund',
      subject: { type: 'order', id: order.id },
      details: { order: order.orderNumber, cents, currency: order.currency, count: tickets.length, reason },
      requestId: context.requestId,
    })
    const ids = tickets.map(({ id }) => id)
    const others = await findOtherHolders(trx, { orderId: order.id, ticketIds: ids })
    const about = { orderId: order.id, cents, reason, by }
    const emails: NotifyRefund[] = [
      { ...about, ticketIds: ids },
      ...others.map(({ userId, ticketIds: theirs }) => ({ ...about, ticketIds: theirs, userId })),
    ]
    await context.jobs.enqueueMany(trx, notifyRefundJob, emails)
    return {
      refund: { ...refund, currency: order.currency },
      order,
      managers: await listEventPeople(trx, order.eventId),
      people: [order.customerId, ...others.map(({ userId }) => userId)],
    }
  })
  context.checkIns.notify(order.eventId)
  context.live.publish(managers, ['events'])
  context.live.publish(people, ['orders', 'tickets'])
  return { refund, buyerId: order.customerId }
}

async function findOtherHolders(
  trx: Transaction,
  { orderId, ticketIds }: { orderId: string; ticketIds: readonly string[] },
): Promise<{ userId: string; ticketIds: string[] }[]> {
  const { rows } = await sql<{ userId: string; ticketIds: string[] }>`
    select k.customer_id as "userId", array_agg(k.id::text order by k.id) as "ticketIds"
    from tickets k join orders o on o.id = k.order_id
    where o.id = ${orderId} and k.id = any (${[...ticketIds]}::uuid[]) and k.customer_id is not null
      and k.customer_id is distinct from o.customer_id group by k.customer_id`.execute(trx)
  return rows
}
