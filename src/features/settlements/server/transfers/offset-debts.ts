import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

/** The settled event `e`, whose organizer owes what refunds and disputes took after they were paid. */
const debtColumn = sql`(
  select coalesce(sum(d.amount), 0) from ledger_days d where d.event_id = e.id and d.account = 'organizer')::float8`

/** Returns what an organizer owes for settled events other than this one. */
export async function sumDebts(
  db: Database | Transaction,
  { eventId, organizerId }: { eventId: string; organizerId: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(${debtColumn}, 0)), 0)::float8 as cents from events e join settlements s on s.event_id = e.id
    where e.organizer_id = ${organizerId}::uuid and e.id <> ${eventId}::uuid`.execute(db)
  return rows[0]?.cents ?? 0
}

/**
 * Pays what an organizer owes for earlier events from their part of this one, the oldest first, and returns how much. What an event owes that is
 * being changed now waits for the next payout.
 */
export async function payDebts(
  trx: Transaction,
  { eventId, organizerId, cents }: { eventId: string; organizerId: string; cents: number },
): Promise<number> {
  const { rows: debtors } = await sql<{ id: string }>`
    select e.id from events e join settlements s on s.event_id = e.id
    where e.organizer_id = ${organizerId}::uuid and e.id <> ${eventId}::uuid and ${debtColumn} > 0
    order by e.event_date, e.id for no key update of e skip locked`.execute(trx)
  let left = cents
  for (const { id } of debtors) {
    // Read with the event locked: another payout may have paid it meanwhile.
    const { rows } = await sql<{ cents: number }>`
      select ${debtColumn} as cents from events e where e.id = ${id}::uuid`.execute(trx)
    const paidCents = Math.min(rows[0]?.cents ?? 0, left)
    if (paidCents <= 0) continue
    left -= paidCents
    await sql`
      insert into transfers (event_id, payee_id, reason, amount_cents, currency, offset_event_id)
      values (${eventId}, ${organizerId}, 'offset', ${paidCents}, 'USD', ${id})`.execute(trx)
    // It never leaves the provider.
    await sql`
      update transfers set status = 'done', done_at = clock_timestamp()
      where event_id = ${eventId} and offset_event_id = ${id} and status = 'requested'`.execute(trx)
  }
  return cents - left
}
