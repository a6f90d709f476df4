import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refundTickets } from '../refund-tickets'
import type { OrderToRefund } from './find-refundable'
import { findOtherHolders } from './other-holders'
import { tellRefundJob, type TellRefund } from './tell-refund-job'

export type TakenBack =
  | {
      outcome: 'refunded'
      eventId: string
      cents: number
      tickets: { id: string; number: string }[]
      isWhole: boolean
      /** Whose pages change. */
      people: (string | null)[]
    }
  | { outcome: 'not_found' | 'checked_in' | 'gone' }

interface Wanted {
  /** All that can still go back when left out. */
  ticketIds?: readonly string[] | undefined
  /** A whole sentence; the buyer reads it. */
  reason: string
  by: TellRefund['by']
}

/**
 * Takes tickets back and writes down who did it; the buyer, and whoever held one of them for the buyer, is told by mail. Whether the caller
 * may is decided before. One order per transaction.
 */
export async function takeBack(
  trx: Transaction,
  context: Pick<Context, 'caller' | 'jobs' | 'requestId'>,
  order: OrderToRefund,
  { ticketIds, reason, by }: Wanted,
): Promise<TakenBack> {
  const result = await refundTickets(trx, {
    orderId: order.id,
    reason,
    ...(ticketIds === undefined ? { leaveCheckedIn: true } : { ticketIds }),
  })
  if (result.outcome !== 'refunded') return result
  const { cents, tickets } = result
  const caller = signedIn(context)
  await recordAudit(trx, {
    actorId: caller.id,
    action: 'tickets.refund',
    subject: { type: 'order', id: order.id },
    details: { order: order.orderNumber, cents, count: tickets.length, why: reason },
    requestId: context.requestId,
  })
  const ids = tickets.map(({ id }) => id)
  const others = await findOtherHolders(trx, { orderId: order.id, ticketIds: ids })
  const told = { orderId: order.id, cents, reason, by }
  const mails: TellRefund[] = [
    { ...told, ticketIds: ids },
    ...others.map(({ userId, ticketIds: theirs }) => ({ ...told, ticketIds: theirs, userId })),
  ]
  await context.jobs.enqueueMany(trx, tellRefundJob, mails)
  return {
    ...result,
    eventId: order.eventId,
    people: [order.customerId, ...others.map(({ userId }) => userId)],
  }
}
