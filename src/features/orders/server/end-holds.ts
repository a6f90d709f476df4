import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Ends all holds of an event that this transaction cancels or postpones; returns how many. Later payments for these
 * holds are refunded. Customers with an offer get their place on the waitlist back; for a canceled event, a job ends
 * the waitlist.
 *
 * Call it after the event's status was changed, and before any order or ticket type is locked. A payment that is
 * settled at the same time may still confirm its order. Refunds of a canceled event therefore repeat until no order is
 * confirmed.
 */
export async function endHolds(trx: Transaction, { eventId }: { eventId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select end_holds(${eventId}) as count`.execute(trx)
  return rows[0]?.count ?? 0
}
