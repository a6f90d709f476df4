import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { ApprovedPayment } from './payments/port'

export interface SettleOutcome {
  /** settled: it was settled before, nothing changed. unknown: no payment has this reference. */
  outcome: 'confirmed' | 'returned' | 'settled' | 'unknown'
  orderId: string | null
}

/** Settles payments in one statement, in the order given (see LOCKING.md). One outcome per payment. */
export async function settleBatch(
  db: Database,
  provider: string,
  approved: readonly ApprovedPayment[],
): Promise<SettleOutcome[]> {
  const places = new Map<string, number>()
  const distinct: ApprovedPayment[] = []
  const placeOf = approved.map((payment) => {
    const known = places.get(payment.reference)
    if (known !== undefined) return known
    places.set(payment.reference, distinct.length)
    return distinct.push(payment) - 1
  })
  const { rows } = await sql<{ slot: number; outcome: SettleOutcome['outcome']; order_id: string | null }>`
    select * from settle_payments(
      ${provider}, ${distinct.map(({ reference }) => reference)}::text[],
      ${distinct.map(({ amountCents }) => amountCents)}::integer[])
  `.execute(db)
  const bySlot = new Map(rows.map((row) => [row.slot, row]))
  return placeOf.map((place) => {
    const row = bySlot.get(place + 1)
    if (!row) throw new Error('The database left a payment unanswered')
    return { outcome: row.outcome, orderId: row.order_id }
  })
}
