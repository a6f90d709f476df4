import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { runWithTrace } from '../store-traces'

export type RefundOutcome =
  | {
      outcome: 'refunded'
      /** The refunded amount with its share of the fee; 0 when nothing was paid. */
      cents: number
      tickets: { id: string; number: string }[]
      isComplete: boolean
    }
  /**
   * checked_in: a ticket is checked in. gone: a ticket is no longer valid or belongs to another order, or no ticket is
   * left. disputed: the buyer's bank is deciding about the payment.
   */
  | { outcome: 'not_found' | 'checked_in' | 'gone' | 'disputed' }

/**
 * Refunds tickets of a confirmed order for the organizer, the holder or the cancellation of the event. Releases their
 * stock, enqueues the refund and the buyer's email. Changes nothing unless the outcome is `refunded`. Callers check
 * permissions.
 *
 * Locks the order first and then its ticket types, so **one order per transaction** (LOCKING.md).
 */
export async function refundTickets(
  trx: Transaction,
  {
    orderId,
    ticketIds,
    reason,
    leaveCheckedIn = false,
  }: {
    orderId: string
    ticketIds?: readonly string[] | undefined
    reason: string
    /** Without `ticketIds`, whether to skip checked-in tickets instead of refusing the refund because of them. */
    leaveCheckedIn?: boolean
  },
): Promise<RefundOutcome> {
  const refund = sql<{
    outcome: RefundOutcome['outcome']
    cents: number
    tickets: { id: string; number: string }[]
    is_complete: boolean
  }>`select * from refund_tickets(${orderId}, ${ticketIds ? [...ticketIds] : null}::uuid[], ${reason}, ${leaveCheckedIn})`
  const { rows } = await runWithTrace(
    trx,
    (own) => refund.execute(own),
    () => orderId,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no result for a refund')
  if (row.outcome !== 'refunded') return { outcome: row.outcome }
  return { outcome: 'refunded', cents: row.cents, tickets: row.tickets, isComplete: row.is_complete }
}
