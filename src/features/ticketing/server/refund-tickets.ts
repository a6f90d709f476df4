import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

export type RefundOutcome =
  | {
      outcome: 'refunded'
      /** What goes back, with its share of the fee; 0 when nothing was paid for them. */
      cents: number
      tickets: { id: string; number: string }[]
      /** No valid ticket is left: the order is `refunded`. */
      isWhole: boolean
    }
  /** checked_in: one of them is in. gone: one of them is not valid any more, is not of this order, or none is left. */
  | { outcome: 'not_found' | 'checked_in' | 'gone' }

/**
 * Takes tickets of a confirmed order back: their stock is free (for whoever waits), their money goes back the way it was paid, the buyer is
 * told by the order's notice. Nothing has happened unless the outcome is `refunded`. Whether the one who asks may is decided before.
 *
 * Locks the order first and its ticket types after it, so **one order per transaction** (LOCKING.md); whoever empties a night repeats.
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
    /** All that are still valid when left out. */
    ticketIds?: readonly string[] | undefined
    /** A whole sentence; the buyer reads it. */
    reason: string
    /** Without `ticketIds`: those that are in stay with their holders, instead of refusing the whole. */
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
