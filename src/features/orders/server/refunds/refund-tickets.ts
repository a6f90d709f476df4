import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

export type RefundOutcome =
  | {
      outcome: 'refunded'
      /** The refunded amount with its share of the fee; 0 when nothing was paid for these tickets. */
      cents: number
      tickets: { id: string; number: string }[]
      /** No valid ticket is left: the order is `refunded`. */
      isWhole: boolean
    }
  /** checked_in: one of them is checked in. gone: one of them is no longer valid, or of another order, or none is left. */
  | { outcome: 'not_found' | 'checked_in' | 'gone' }

/**
 * Refunds tickets of a confirmed order, for the organizer, the holder and the cancellation of the event. Releases their
 * stock, enqueues the money and the buyer's notice. Nothing has happened unless the outcome is `refunded`. Callers check permissions.
 *
 * Locks the order first and its ticket types after it, so **one order per transaction** (LOCKING.md).
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
    /** Default: all valid tickets. */
    ticketIds?: readonly string[] | undefined
    /** A full sentence; the buyer reads it. */
    reason: string
    /** Without `ticketIds`: leaves checked-in tickets out instead of refusing the whole. */
    leaveCheckedIn?: boolean
  },
): Promise<RefundOutcome> {
  const { rows } = await sql<{
    outcome: RefundOutcome['outcome']
    cents: number
    tickets: { id: string; number: string }[]
    is_whole: boolean
  }>`select * from refund_tickets(${orderId}, ${ticketIds ? [...ticketIds] : null}::uuid[], ${reason}, ${leaveCheckedIn})`.execute(
    trx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database left a refund unanswered')
  if (row.outcome !== 'refunded') return { outcome: row.outcome }
  return { outcome: 'refunded', cents: row.cents, tickets: row.tickets, isWhole: row.is_whole }
}
