import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { runWithTrace } from './store-traces'

type GiveOutcome =
  | { outcome: 'given'; orderId: string }
  /** not_found: no such ticket type in this event. event_off: the event is a draft, cancelled or over. */
  | { outcome: 'sold_out' | 'not_found' | 'event_off' }

/**
 * Gives free tickets: a confirmed order without a price, whose tickets are emailed like bought ones. Ignores the
 * waitlist. Authorization happens in the caller. Locks the ticket type, so take no order lock after it.
 */
export async function giveTickets(
  trx: Transaction,
  to: {
    eventId: string
    ticketTypeId: string
    quantity: number
    name: string
    email: string
    /** The recipient's account, if any; the tickets then appear in My Tickets. */
    customerId: string | null
  },
): Promise<GiveOutcome> {
  const give = sql<{ outcome: GiveOutcome['outcome']; order_id: string | null }>`
    select * from give_tickets(${to.eventId}, ${to.ticketTypeId}, ${to.quantity}, ${to.name}, ${to.email}, ${to.customerId})`
  const { rows } = await runWithTrace(
    trx,
    (own) => give.execute(own),
    (result) => result.rows[0]?.order_id,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no result for the free tickets')
  if (row.outcome !== 'given') return { outcome: row.outcome }
  return { outcome: 'given', orderId: row.order_id ?? '' }
}
