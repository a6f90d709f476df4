import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertPaidOrders, listNumbers, runInvoiceJob } from '~/features/invoices/server/testing'
import { insertEvent } from '~tests/support/event-shop'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { openStripeBooking } from '~tests/support/stripe/stripe-booking'
import type { Context } from '../context'
import { removeSample } from './remove-sample'

const { db, shop } = await openShop()

async function openAdmin(): Promise<Context> {
  const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
  await sql`insert into user_roles (user_id, role) values (${admin.id}, 'admin')`.execute(db)
  return { ...shop.contextOf(admin), tallies: { forget: () => undefined } } as unknown as Context
}

/** Creates a booking with a paid, disputed and partly refunded deposit, which was transferred to the DJ. */
async function openPaidBooking() {
  const booking = await openStripeBooking(db)
  await booking.pay()
  await sql`
    insert into refunds (payment_id, amount_cents, reason) select id, 1000, 'booking_cancelled' from payments
    where booking_id = ${booking.bookingId}`.execute(db)
  booking.standIn.openDispute(booking.reference, 'fraudulent')
  expect(await booking.deliver()).toEqual([])
  return booking
}

const setSample = (ids: readonly string[]) =>
  sql`update profiles set is_sample = true where id = any(${ids}::uuid[])`.execute(db)

async function countRows(tables: readonly string[]) {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      return [table, rows[0]?.n] as const
    }),
  )
  return Object.fromEntries(counts)
}

test('removes the payments of sample bookings with their refunds, disputes, transfers and ledger entries', async () => {
  const context = await openAdmin()
  const { organizer, dj } = await openPaidBooking()
  await setSample([organizer.id, dj.id])
  await removeSample(context)
  const tables = ['events', 'bookings', 'payments', 'refunds', 'disputes', 'transfers', 'ledger_entries']
  expect(await countRows(tables)).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
  expect(await findFaults(db)).toEqual([])
})

test('cancels the paid booking of a sample DJ at a real event, instead of deleting it', async () => {
  const context = await openAdmin()
  const { bookingId, dj, readAccounts } = await openPaidBooking()
  const unpaid = await openStripeBooking(db)
  await sql`delete from payments where booking_id = ${unpaid.bookingId}`.execute(db)
  await setSample([dj.id, unpaid.dj.id])
  const before = await readAccounts()
  await removeSample(context)
  expect(
    await db.selectFrom('bookings').select(['id', 'dj_id', 'status', 'cancelled_cents']).execute(),
  ).toEqual([{ id: bookingId, dj_id: null, status: 'cancelled', cancelled_cents: 0 }])
  expect(await readAccounts()).toEqual(before)
  expect(await findFaults(db)).toEqual([])
})

test('removes the invoices of sample events with their series, without a gap in the invoices of others', async () => {
  const context = await openAdmin()
  const sampleEvent = await insertEvent(db)
  await setSample([sampleEvent.organizer.id])
  const realEvent = await insertEvent(db)
  await sql`update profiles set full_name = 'Jonas Wirth' where id = ${realEvent.organizer.id}`.execute(db)
  for (const { sale } of [realEvent, sampleEvent, realEvent]) await insertPaidOrders(db, sale, 1)
  await runInvoiceJob(db)
  const remaining = ['JW-2026-00001', 'JW-2026-00002', 'BB-2026-00001', 'BB-2026-00002']
  expect((await listNumbers(db)).toSorted()).toEqual(
    [...remaining, 'MV-2026-00001', 'DEMO-2026-00001'].toSorted(),
  )
  await removeSample(context)
  expect(await listNumbers(db)).toEqual(remaining)
  const sellers = db.selectFrom('invoice_sellers').select(['kind', 'profile_id']).orderBy('kind')
  expect(await sellers.execute()).toEqual([
    { kind: 'organizer', profile_id: realEvent.organizer.id },
    { kind: 'platform', profile_id: null },
  ])
  await expect(sql`delete from invoices`.execute(db)).rejects.toThrow(/append-only/)
})
