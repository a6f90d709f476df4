import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Ends every hold of an event that is cancelled or postponed in this transaction; answers how many. What is paid for one of them afterwards
 * goes back. Whoever was offered tickets waits again in their old place (and no more once the event is cancelled: the job of offers says so).
 *
 * Call it after the event's status was changed and before any order or ticket type was locked. A payment that was being settled at this very
 * moment may still confirm its order right after: whoever refunds a cancelled event looks for confirmed orders until none is left.
 */
export async function endHolds(trx: Transaction, { eventId }: { eventId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select end_holds(${eventId}) as count`.execute(trx)
  return rows[0]?.count ?? 0
}
