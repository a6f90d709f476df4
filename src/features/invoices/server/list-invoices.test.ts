import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { listInvoices } from './list-invoices'
import { insertPaidOrders, listInvoices as listStored, runInvoiceJob } from './testing'

const { db } = await openShop()

test('a buyer lists invoices of their orders, an organizer those of their sales, and an admin all', async () => {
  const { organizer, sale } = await insertEvent(db)
  const buyer = await insertCaller(db)
  const orderIds = await insertPaidOrders(db, sale, 3)
  await sql`update orders set customer_id = ${buyer.id} where id = any(${orderIds.slice(0, 2)}::uuid[])`.execute(
    db,
  )
  expect(await listInvoices({ db, caller: buyer }, orderIds)).toEqual([])
  await runInvoiceJob(db)
  const [first, second] = orderIds
  const listed = await listInvoices({ db, caller: buyer }, orderIds)
  expect(listed.map(({ orderId, seller }) => `${seller} ${orderId}`).toSorted()).toEqual(
    ['organizer', 'platform'].flatMap((seller) => [first, second].map((id) => `${seller} ${id}`)).toSorted(),
  )
  const [stored] = await listStored(db, [first ?? ''])
  expect(listed.find(({ id }) => id === stored?.id)).toEqual({
    id: stored?.id,
    orderId: first,
    number: stored?.invoiceNumber,
    kind: 'invoice',
    seller: 'organizer',
    issuedAt: new Date('2026-11-19T12:00:00Z'),
    totalCents: 1600,
    currency: 'USD',
    isReplaced: false,
  })
  const countListed = async (caller: Caller) => {
    const found = await listInvoices({ db, caller }, orderIds)
    return ['organizer', 'platform'].map((kind) => found.filter(({ seller }) => seller === kind).length)
  }
  expect(await countListed(organizer)).toEqual([3, 0])
  const other = await insertCaller(db)
  expect(await countListed(other)).toEqual([0, 0])
  expect(await countListed({ ...other, roles: ['admin'] })).toEqual([3, 3])
})
