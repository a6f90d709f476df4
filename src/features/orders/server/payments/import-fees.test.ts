import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postSales } from '~/features/ledger/server/public'
import { untilBlocked } from '~tests/support/lock-waits'
import { createTestSettings } from '~/features/settings/server/testing'
import { createShop, insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { openPaidOrder } from '~tests/support/stripe/paid-order'
import { importFees } from './import-fees'
import type { PaymentPort } from './payment-port'

const { db } = await openShop()

/** Imports as if the last import were long ago. */
async function runImport(
  payments: Pick<PaymentPort, 'provider' | 'listFees'>,
  settings = createTestSettings(),
): Promise<number> {
  await sql`update fee_imports set checked_at = '2026-01-01'`.execute(db)
  return importFees({ db, payments, settings })
}

async function listFees(orderId: string) {
  const { rows } = await sql<{ kind: string; account: string; cents: number }>`
    select t.kind, e.account, e.amount::float8 as cents from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${orderId} and t.kind like '%fee' order by e.id`.execute(db)
  return rows
}

async function paySandboxOrder() {
  const shop = createShop(db)
  const client = shop.as(await insertCaller(db))
  const { id: orderId } = await client.reserve(reserveInput(await insertSale(db, [{ total: 5 }]), [2]))
  const { redirectUrl } = await client.startPayment({ orderId })
  await client.sandbox.decide({
    reference: redirectUrl.slice('/pay/sandbox/'.length),
    decision: 'approve',
  })
  return { payments: shop.payments, orderId, totalCents: (await client.getOrder({ id: orderId })).totalCents }
}

const toFeeEntries = (kind: string, cents: number) => [
  { kind, account: 'organizer', cents },
  { kind, account: 'provider', cents: -cents },
]

test('the organizer bears the fee that the sandbox reports, once', async () => {
  const { payments, orderId, totalCents } = await paySandboxOrder()
  await runImport(payments)
  await runImport(payments)
  expect(await listFees(orderId)).toEqual(toFeeEntries('provider_fee', Math.round(totalCents * 0.015) + 25))
})

test('fees of payments and disputes are those in Stripe’s balance', async () => {
  const { shop, standIn, orderId, reference, totalCents, deliver } = await openPaidOrder(db)
  const paymentFee = toFeeEntries('provider_fee', Math.round(totalCents * 0.015) + 25)
  expect(await runImport(shop.payments)).toBe(1)
  expect(await listFees(orderId)).toEqual(paymentFee)
  const { id } = standIn.openDispute(reference, 'fraudulent')
  await deliver()
  await runImport(shop.payments)
  const disputeFee = toFeeEntries('dispute_fee', 2000)
  expect(await listFees(orderId)).toEqual([...paymentFee, ...disputeFee])
  standIn.closeDispute(id, 'won')
  await deliver()
  await runImport(shop.payments)
  expect(await listFees(orderId)).toEqual([
    ...paymentFee,
    ...disputeFee,
    ...toFeeEntries('dispute_fee', -2000),
  ])
})

test('the site bears the fees out of its service fees if an admin chooses so', async () => {
  const { payments, orderId } = await paySandboxOrder()
  await runImport(payments, createTestSettings({ processingFees: 'site' }))
  expect((await listFees(orderId)).map(({ account }) => account)).toEqual(['service_fees', 'provider'])
})

test('reads every page of the balance and ignores what isn’t ours', async () => {
  const { orderId } = await paySandboxOrder()
  const { reference } = await db
    .selectFrom('payments')
    .select('provider_reference as reference')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const entry = { kind: 'provider_fee', feeCents: 30, createdAt: new Date() } as const
  const payments = {
    provider: 'sandbox' as const,
    async *listFees() {
      yield [{ ...entry, id: `${orderId}-1`, paymentId: 'someone else’s' }]
      yield [{ ...entry, id: `${orderId}-2`, paymentId: reference }]
    },
  }
  expect(await runImport(payments)).toBe(1)
  expect(await listFees(orderId)).toEqual(toFeeEntries('provider_fee', 30))
})

test('an interrupted import starts again from the same time', async () => {
  const { orderId, payments } = await paySandboxOrder()
  await runImport(payments)
  const readUntil = async () =>
    (await db.selectFrom('fee_imports').select('imported_until').executeTakeFirstOrThrow()).imported_until
  const before = await readUntil()
  const createdAt = new Date(before.getTime() + 3_600_000)
  const interrupted = {
    provider: 'sandbox' as const,
    async *listFees() {
      yield [{ id: `${orderId}-late`, kind: 'provider_fee' as const, paymentId: 'x', feeCents: 1, createdAt }]
      throw new Error('Stripe did not answer')
    },
  }
  await expect(runImport(interrupted)).rejects.toThrow('did not answer')
  expect(await readUntil()).toEqual(before)
})

test('only one of two processes imports', async () => {
  const { payments } = await paySandboxOrder()
  await runImport(payments)
  await sql`update fee_imports set checked_at = '2026-01-01'`.execute(db)
  const trx = await db.startTransaction().execute()
  expect(await importFees({ db: trx, payments, settings: createTestSettings() })).toBe(0)
  let lists = 0
  const second = importFees({
    db,
    settings: createTestSettings(),
    payments: {
      provider: 'sandbox',
      async *listFees() {
        lists += 1
        yield []
      },
    },
  })
  await untilBlocked(db)
  await trx.commit().execute()
  await second
  expect(lists).toBe(0)
})

test('the ledger entries of an order balance, including fees', async () => {
  const { orderId, payments } = await paySandboxOrder()
  await db.transaction().execute((trx) => postSales(trx, [orderId]))
  await runImport(payments)
  const { rows } = await sql<{ sum: number }>`
    select sum(e.amount)::float8 as sum from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId}`.execute(db)
  expect(rows).toEqual([{ sum: 0 }])
})
