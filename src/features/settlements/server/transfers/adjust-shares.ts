import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { type Adjustment, calculateAdjustments, type SentTransfer } from '../../rules/adjust-transfers'
import { readSheet } from '../settlement/read-sheet'

/**
 * Adjusts the transfers of settled events whose money has changed, such as by a refund: each share is calculated again, and
 * the differences are transferred or reversed. They add up to the change. Returns how many events were adjusted.
 */
export async function adjustShares(db: Database): Promise<number> {
  const { rows } = await sql<{ eventId: string }>`
    select s.event_id as "eventId" from settlements s
    where (select sum(d.amount) from ledger_days d where d.event_id = s.event_id and d.account = 'organizer') <> 0`.execute(
    db,
  )
  let count = 0
  for (const { eventId } of rows)
    if (await db.transaction().execute((trx) => adjustEvent(trx, eventId))) count += 1
  return count
}

/** Returns whether anything was adjusted. What the organizer owes after that stays on their account. */
async function adjustEvent(trx: Transaction, eventId: string): Promise<boolean> {
  await sql`select from events where id = ${eventId}::uuid for no key update`.execute(trx)
  const found = await readSheet(trx, eventId)
  if (found === undefined) return false
  const { sheet, organizer, bookings } = found
  const transfers = await listTransfers(trx, eventId)
  const due = [
    ...bookings.map(({ id, person }, index) => ({
      bookingId: id as string | null,
      payeeId: person.id,
      cents: (sheet.shares[index]?.transferCents ?? 0) + (sheet.shares[index]?.releasedCents ?? 0),
    })),
    { bookingId: null, payeeId: organizer.id, cents: sheet.organizerCents },
  ]
  const adjustments = due.flatMap(({ bookingId, payeeId, cents }) =>
    calculateAdjustments(
      cents,
      transfers.filter((transfer) => transfer.bookingId === bookingId),
    ).map((adjustment) => ({ ...adjustment, bookingId, payeeId })),
  )
  // Reversals first: they bring back what the others get.
  for (const adjustment of adjustments.toSorted((a, b) => a.cents - b.cents))
    await insertAdjustment(trx, eventId, adjustment)
  return adjustments.length > 0
}

async function listTransfers(trx: Transaction, eventId: string) {
  const { rows } = await sql<SentTransfer & { bookingId: string | null }>`
    select t.id, t.booking_id as "bookingId",
      (t.amount_cents + coalesce((select sum(r.amount_cents) from transfers r where r.reverses = t.id), 0))::float8 as "remainingCents"
    from transfers t where t.event_id = ${eventId}::uuid and t.reverses is null order by t.created_at, t.id`.execute(
    trx,
  )
  return rows
}

async function insertAdjustment(
  trx: Transaction,
  eventId: string,
  { bookingId, payeeId, cents, reverses }: Adjustment & { bookingId: string | null; payeeId: string },
): Promise<void> {
  await sql`
    insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency, reverses)
    values (${eventId}, ${bookingId}, ${payeeId}, 'adjustment', ${cents}, 'USD', ${reverses})`.execute(trx)
}
