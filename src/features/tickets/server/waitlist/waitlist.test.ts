import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import { expireOrders, offerToWaitlist } from '~/features/orders/server/testing'
import { insertCallers, insertSale, openShop, reserveInput } from '~tests/support/shop'

const { db, shop } = await openShop()

async function createSoldOutSale({ total = 2, cents = 0, people = 3 } = {}) {
  const sale = await insertSale(db, [{ total, cents, name: 'General Admission' }])
  const [buyer, ...waiting] = await insertCallers(db, people + 1)
  if (!buyer) throw new Error('Nobody was inserted')
  const { id: orderId } = await shop.as(buyer).reserve(reserveInput(sale, [total]))
  return { sale, ticketTypeId: sale.types[0] ?? '', buyer, orderId, waiting }
}

const getPerson = (people: readonly Caller[], n: number): Caller => {
  const person = people[n]
  if (!person) throw new Error('Nobody was inserted')
  return person
}
const offer = () => offerToWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })
const addTickets = (ticketTypeId: string, quantity: number) =>
  db
    .updateTable('ticket_types')
    .set((eb) => ({ quantity_total: eb('quantity_total', '+', quantity) }))
    .where('id', '=', ticketTypeId)
    .execute()
const listEntries = async (customer: Caller) => (await shop.as(customer).waitlist.listOwn({})).entries

describe('waitlist of a sold-out type', () => {
  test('keeps people in the order in which they joined, even if they join again', async () => {
    const { sale, ticketTypeId, waiting } = await createSoldOutSale()
    for (const [n, customer] of waiting.entries())
      expect(await shop.as(customer).waitlist.join({ ticketTypeId, quantity: 2 })).toMatchObject({
        position: n + 1,
      })
    expect(await shop.as(getPerson(waiting, 0)).waitlist.join({ ticketTypeId, quantity: 3 })).toMatchObject({
      position: 1,
      quantity: 3,
    })
    const [entry] = await listEntries(getPerson(waiting, 2))
    expect(entry).toMatchObject({ position: 3, waiting: 3, offer: null, event: { title: 'Dust & Diamonds' } })
    const status = await shop.as(getPerson(waiting, 1)).waitlist.get({ eventId: sale.eventId })
    expect(status.types).toMatchObject([{ waiting: 3, canJoin: true, ownPlace: { position: 2 } }])
    expect((await shop.as(null).waitlist.get({ eventId: sale.eventId })).types[0]?.ownPlace).toBeNull()
  })

  test('a waitlist cannot be joined while tickets are available or nothing is on sale', async () => {
    const sale = await insertSale(db, [{ total: 3, cents: 0 }])
    const [customer] = await insertCallers(db, 1)
    const ticketTypeId = sale.types[0] ?? ''
    const join = (id: string) =>
      refusalOf(shop.as(customer ?? null).waitlist.join({ ticketTypeId: id, quantity: 1 }))
    expect((await join(ticketTypeId)).code).toBe('NOT_SOLD_OUT')
    expect((await join(newId())).status).toBe(404)
    expect((await join('nonsense')).status).toBe(404)
    await db.updateTable('events').set({ event_status: 'cancelled' }).where('id', '=', sale.eventId).execute()
    expect((await join(ticketTypeId)).code).toBe('NOT_ON_SALE')
    const hidden = await insertSale(db, [{ total: 1, cents: 0 }])
    await db
      .updateTable('ticket_types')
      .set({ access_code: 'CREW88', quantity_sold: 1 })
      .where('event_id', '=', hidden.eventId)
      .execute()
    expect((await join(hidden.types[0] ?? '')).status).toBe(404)
  })

  test('offers released tickets to the first person; after a partial offer, they keep their place for the rest', async () => {
    const { sale, ticketTypeId, waiting } = await createSoldOutSale()
    const [first, second] = [getPerson(waiting, 0), getPerson(waiting, 1)]
    await shop.as(first).waitlist.join({ ticketTypeId, quantity: 3 })
    await shop.as(second).waitlist.join({ ticketTypeId, quantity: 1 })
    await addTickets(ticketTypeId, 1)
    expect((await refusalOf(shop.as(getPerson(waiting, 2)).reserve(reserveInput(sale, [1])))).code).toBe(
      'SOLD_OUT',
    )
    await offer()
    const [entry] = await listEntries(first)
    expect(entry).toMatchObject({ position: null, offer: { quantity: 1, totalCents: 0 } })
    expect(await listEntries(second)).toMatchObject([{ position: 1, offer: null }])
    expect((await refusalOf(shop.as(first).waitlist.leave({ id: entry?.id ?? '' }))).code).toBe('OFFERED')
    const { orderId } = await shop.as(first).waitlist.take({ id: entry?.id ?? '' })
    expect((await shop.as(first).getOrder({ id: orderId })).status).toBe('confirmed')
    expect(await listEntries(first)).toMatchObject([{ quantity: 2, position: 1 }])
    expect(await listEntries(second)).toMatchObject([{ position: 2 }])
  })

  test('offers tickets to the next person when an offer is passed or expires', async () => {
    const { ticketTypeId, waiting } = await createSoldOutSale({ cents: 1600 })
    for (const customer of waiting) await shop.as(customer).waitlist.join({ ticketTypeId, quantity: 2 })
    await addTickets(ticketTypeId, 2)
    await offer()
    const [held] = await listEntries(getPerson(waiting, 0))
    expect(held?.offer).toMatchObject({ quantity: 2, subtotalCents: 3200, feeCents: 320, totalCents: 3520 })
    expect((await refusalOf(shop.as(getPerson(waiting, 0)).waitlist.take({ id: held?.id ?? '' }))).code).toBe(
      'PAYMENT_REQUIRED',
    )
    const minutes = (Date.parse(held?.offer?.expiresAt ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThanOrEqual(30)
    await shop.as(getPerson(waiting, 0)).waitlist.pass({ id: held?.id ?? '' })
    await shop.as(getPerson(waiting, 0)).waitlist.pass({ id: held?.id ?? '' })
    await offer()
    const [second] = await listEntries(getPerson(waiting, 1))
    expect(second?.offer?.quantity).toBe(2)
    await sql`update orders set expires_at = now() where id = ${second?.orderId}`.execute(db)
    await expireOrders(db)
    await offer()
    expect(await listEntries(getPerson(waiting, 1))).toEqual([])
    expect((await listEntries(getPerson(waiting, 2)))[0]?.offer?.quantity).toBe(2)
  })

  test('after the sale ended, keeps the waitlist of a postponed event and removes that of a published one', async () => {
    const { sale, ticketTypeId, waiting } = await createSoldOutSale()
    await shop.as(getPerson(waiting, 0)).waitlist.join({ ticketTypeId, quantity: 1 })
    const put = (status: string) =>
      db.updateTable('events').set({ event_status: status }).where('id', '=', sale.eventId).execute()
    await put('postponed')
    await sql`update ticket_types set sale_ends_at = now() - interval '1 hour' where id = ${ticketTypeId}`.execute(
      db,
    )
    await addTickets(ticketTypeId, 1)
    await offer()
    expect(await listEntries(getPerson(waiting, 0))).toMatchObject([{ position: 1, offer: null }])
    await put('published')
    await offer()
    expect(await listEntries(getPerson(waiting, 0))).toEqual([])
  })

  test('lets people leave their own waitlist entry, and no one else’s', async () => {
    const { ticketTypeId, waiting } = await createSoldOutSale()
    for (const customer of waiting) await shop.as(customer).waitlist.join({ ticketTypeId, quantity: 1 })
    const [first] = await listEntries(getPerson(waiting, 0))
    const id = first?.id ?? ''
    for (const call of ['leave', 'pass', 'take'] as const)
      expect((await refusalOf(shop.as(getPerson(waiting, 1)).waitlist[call]({ id }))).status).toBe(404)
    await shop.as(getPerson(waiting, 0)).waitlist.leave({ id })
    await shop.as(getPerson(waiting, 0)).waitlist.leave({ id })
    expect(await listEntries(getPerson(waiting, 1))).toMatchObject([{ position: 1, waiting: 2 }])
  })

  test('reports that all last tickets are held in checkouts and may go back on sale', async () => {
    const sale = await insertSale(db, [{ total: 2, cents: 1600 }])
    const [buyer, other] = await insertCallers(db, 2)
    if (!buyer || !other) throw new Error('Nobody was inserted')
    const ticketTypeId = sale.types[0] ?? ''
    const isHeld = async () =>
      (await shop.as(null).waitlist.get({ eventId: sale.eventId })).types[0]?.isAllHeld
    expect(await isHeld()).toBe(false)
    const { id } = await shop.as(buyer).reserve(reserveInput(sale, [2]))
    expect(await isHeld()).toBe(true)
    const { id: place } = await shop.as(other).waitlist.join({ ticketTypeId, quantity: 1 })
    expect(await isHeld()).toBe(false)
    await shop.as(other).waitlist.leave({ id: place })
    expect(await isHeld()).toBe(true)
    await sql`update orders set expires_at = now() where id = ${id}`.execute(db)
    await expireOrders(db)
    expect(await isHeld()).toBe(false)
    const gone = await createSoldOutSale()
    const { types } = await shop.as(null).waitlist.get({ eventId: gone.sale.eventId })
    expect(types[0]?.isAllHeld).toBe(false)
  })

  test('gives fifty people who join at the same time distinct places, with a matching count', async () => {
    const { ticketTypeId } = await createSoldOutSale({ people: 0 })
    const crowd = await insertCallers(db, 50)
    await Promise.all(crowd.map((customer) => shop.as(customer).waitlist.join({ ticketTypeId, quantity: 1 })))
    const places = await Promise.all(
      crowd.map(async (customer) => (await listEntries(customer))[0]?.position ?? 0),
    )
    expect(places.toSorted((a, b) => a - b)).toEqual(crowd.map((_, n) => n + 1))
  })
})
