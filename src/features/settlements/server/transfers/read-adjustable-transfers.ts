import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { SentTransfer } from '../../rules/adjust-transfers'
import type { EventSheet } from '../settlement/read-sheet'

type Row = SentTransfer & { bookingId: string | null; isOffset: boolean }

/**
 * Returns the transfers of a settled event that can be adjusted, and the amount due to its organizer; negative if
 * they owe it. Deposits can't be adjusted, because ticket refunds don't change them. Neither can payments of debts
 * from other events, because they are final.
 */
export async function readAdjustableTransfers(
  trx: Transaction,
  { event, sheet }: EventSheet,
): Promise<{ transfers: readonly (SentTransfer & { bookingId: string | null })[]; organizerCents: number }> {
  const { rows } = await sql<Row>`
    select t.id, t.booking_id as "bookingId", t.reason = 'offset' as "isOffset",
      (t.amount_cents + coalesce((select sum(r.amount_cents) from transfers r where r.reverses = t.id), 0))::float8 as "remainingCents"
    from transfers t where t.event_id = ${event.id}::uuid and t.reverses is null and t.reason <> 'deposit' order by t.created_at, t.id`.execute(
    trx,
  )
  const offsetCents = rows.reduce(
    (sum, { isOffset, remainingCents }) => sum + (isOffset ? remainingCents : 0),
    0,
  )
  return {
    transfers: rows.filter(({ isOffset }) => !isOffset),
    organizerCents: sheet.organizerCents - offsetCents,
  }
}
