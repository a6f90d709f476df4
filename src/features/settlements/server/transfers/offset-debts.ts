import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { selectCurrency } from '~/features/events/server/public'
import { readSheet } from '../settlement/read-sheet'
import { readAdjustableTransfers } from './read-adjustable-transfers'

/** The debt of the organizer of the event `e`: positive if refunds, disputes and fees exceed its income. */
const debtColumn = sql`(
  select coalesce(sum(d.amount), 0) from ledger_days d where d.event_id = e.id and d.account = 'organizer')::float8`

/** Returns an organizer's debt from other events in the same currency, whether or not these events are over. */
export async function sumDebts(
  db: Database | Transaction,
  { eventId, organizerId }: { eventId: string; organizerId: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(${debtColumn}, 0)), 0)::float8 as cents from events e
    where e.organizer_id = ${organizerId}::uuid and e.id <> ${eventId}::uuid and e.currency = ${selectCurrency(eventId)}`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}

/**
 * Pays an organizer's debts from other events with `cents`, their part of this event, the earliest event first.
 * Returns the amount paid.
 */
export async function payDebts(
  trx: Transaction,
  { eventId, organizerId, cents }: { eventId: string; organizerId: string; cents: number },
): Promise<number> {
  // Without money, no other events are locked: two events in debt could wait for each other's lock.
  if (cents <= 0) return 0
  const { rows: debtors } = await sql<{ id: string }>`
    select e.id from events e where e.organizer_id = ${organizerId}::uuid and e.id <> ${eventId}::uuid
      and e.currency = ${selectCurrency(eventId)} and ${debtColumn} > 0
    order by e.event_date, e.id for no key update of e`.execute(trx)
  let left = cents
  for (const { id } of debtors) {
    const paidCents = Math.min(await readDebt(trx, id), left)
    if (paidCents <= 0) continue
    left -= paidCents
    await sql`
      insert into transfers (event_id, payee_id, reason, amount_cents, currency, offset_event_id)
      values (${eventId}, ${organizerId}, 'offset', ${paidCents}, ${selectCurrency(eventId)}, ${id})`.execute(
      trx,
    )
    // The transfer is done immediately, because the money stays at the provider.
    await sql`
      update transfers set status = 'done', done_at = clock_timestamp()
      where event_id = ${eventId} and offset_event_id = ${id} and status = 'requested'`.execute(trx)
  }
  return cents - left
}

/**
 * Returns the debt of the organizer of a locked event, less the amount that an adjustment will take back from its
 * DJs.
 */
async function readDebt(trx: Transaction, eventId: string): Promise<number> {
  // The debt is read with the event locked, because another payout may have paid it meanwhile.
  const { rows } = await sql<{ cents: number }>`
    select ${debtColumn} as cents from events e where e.id = ${eventId}::uuid`.execute(trx)
  const found = await readSheet(trx, eventId)
  if (found === undefined) return 0
  const { organizerCents } = await readAdjustableTransfers(trx, found)
  return Math.max(Math.min(rows[0]?.cents ?? 0, -organizerCents), 0)
}
