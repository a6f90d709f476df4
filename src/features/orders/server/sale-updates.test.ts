import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dispatchOutbox } from './jobs'
import { createSaleUpdates } from './sale-updates'
import { insertCallers, insertSale, openShop, reserveInput, type Shop } from '~tests/support/shop'

let shop: Shop
beforeAll(async () => void ({ shop } = await openShop()))

const jobs = { enqueueMany: async () => {} }

test('ME-02 notifies people who may see an event’s sales, once per batch of sales, but no check-in staff', async () => {
  const { db } = shop
  const [organizer, host, manager, checkIn, buyer] = await insertCallers(db, 5)
  if (!organizer || !host || !manager || !checkIn || !buyer) throw new Error('Five people were inserted')
  const sale = await insertSale(db, [{ total: 10, cents: 0 }])
  await sql`update events set organizer_id = ${organizer.id}, dj_id = ${host.id} where id = ${sale.eventId}`.execute(
    db,
  )
  await sql`insert into event_people (event_id, person_id, relation)
    values (${sale.eventId}, ${manager.id}, 'manager'), (${sale.eventId}, ${checkIn.id}, 'check_in')`.execute(
    db,
  )
  const notified: { to: Set<string | null>; topics: readonly string[] }[] = []
  const saleUpdates = createSaleUpdates({
    db,
    live: { publish: (people, topics) => void notified.push({ to: new Set(people), topics }) },
  })
  await saleUpdates.notify()
  expect(notified).toEqual([])

  await shop.as(buyer).reserve(reserveInput(sale, [2]))
  await shop.as(buyer).reserve(reserveInput(sale, [1]))
  await dispatchOutbox(db, { jobs, log: shop.log, onSold: saleUpdates.add })
  await saleUpdates.notify()
  await saleUpdates.notify()
  expect(notified).toEqual([{ to: new Set([organizer.id, host.id, manager.id]), topics: ['events'] }])
})
