import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

export type GiveOutcome =
  | { outcome: 'given'; orderId: string }
  /** not_found: no such ticket type of this event. event_off: a draft, cancelled, or over. */
  | { outcome: 'sold_out' | 'not_found' | 'event_off' }

/**
 * Gives tickets away: a confirmed order without a price, whose tickets are emailed like bought ones. People who wait in line do not count.
 * Whether the one who gives may is decided before. Locks the ticket type: take no order's lock after it.
 */
export async function giveTickets(
  trx: Transaction,
  to: {
    eventId: string
    ticketTypeId: string
    /** 1 to 10. */
    quantity: number
    name: string
    email: string
    /** Their account, when they have one: the tickets are in My Tickets then. */
    customerId: string | null
  },
): Promise<GiveOutcome> {
  const { rows } = await sql<{ outcome: GiveOutcome['outcome']; order_id: string }>`
    select * from give_tickets(${to.eventId}, ${to.ticketTypeId}, ${to.quantity}, ${to.name}, ${to.email}, ${to.customerId})`.execute(
    trx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database left a gift unanswered')
  return row.outcome === 'given' ? { outcome: 'given', orderId: row.order_id } : { outcome: row.outcome }
}
