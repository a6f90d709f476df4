import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { postSales } from '~/features/ledger/server/public'
import { createTestSettings } from '~/features/settings/server/testing'
import { importFees } from './payments/import-fees'
import { createSandboxPayments } from './payments/sandbox'
import { addToDailySales } from './daily-sales'
import { insertCallers, insertSale } from '~tests/support/shop'
import { buildSequenceSql } from './testing-sequence-text'
import type { Ground, Sequence } from './testing-sequences'

/** Creates an event with three ticket types, the last one hidden, three promo codes and four people. */
export async function insertSequenceEvent(db: Database): Promise<Ground> {
  const { eventId, types } = await insertSale(db, [{ total: 5 }, { total: 5 }, { total: 5 }])
  const people = await insertCallers(db, 4)
  await sql`update ticket_types set access_code = 'BACKSTAGE' where id = ${types[2]}`.execute(db)
  await sql`
    insert into promo_codes (event_id, code, percent, amount_cents, starts_at) values
      (${eventId}, 'PERCENT', 10, null, null), (${eventId}, 'AMOUNT', null, 100, null),
      (${eventId}, 'LATER', 10, null, now() + interval '1 day')`.execute(db)
  return { eventId, types, people: people.map(({ id }) => id) }
}

class Undone extends Error {}

/** Runs a sequence in a transaction that is rolled back; returns the states it reached. Throws on an inconsistency. */
export async function runSequence(db: Database, ground: Ground, sequence: Sequence): Promise<string[]> {
  let seen: string[] = []
  const run = async (trx: Transaction) => {
    await sql.raw(buildSequenceSql(ground, sequence)).execute(trx)
    const { rows } = await sql<{ order_id: string }>`
      delete from order_outbox n using orders o
      where o.id = n.order_id and o.event_id = ${ground.eventId} and n.kind = 'confirmed' returning n.order_id`.execute(
      trx,
    )
    const orderIds = rows.map((row) => row.order_id)
    await postSales(trx, orderIds)
    await addToDailySales(trx, orderIds)
    await importFees({
      db: trx,
      payments: createSandboxPayments({ db: trx }),
      settings: createTestSettings(),
    })
    // Checks the ledger's balance now, because the transaction is never committed.
    await sql`set constraints all immediate`.execute(trx)
    const { rows: ends } = await sql<{ seen: string[] }>`
      select proof.check(${ground.eventId}::uuid, 'the days were counted'), proof.seen(${ground.eventId}::uuid) as seen`.execute(
      trx,
    )
    seen = ends[0]?.seen ?? []
    throw new Undone()
  }
  try {
    await db.transaction().execute(run)
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return seen
}
