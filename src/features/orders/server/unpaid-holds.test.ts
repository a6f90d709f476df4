import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import type { Caller } from '~/platform/rpc/caller'
import { overlap, MEETING } from '~tests/support/lock-waits'
import { refusalOf } from '~tests/support/refusal'
import { expireOrders } from './expire-orders'
import { offerToWaitlist } from './offer-waitlist'
import { reserveTickets } from './reserve-tickets'
import {
  endHolds,
  findFaults,
  insertCallers,
  insertSale,
  openShop,
  reserveInput,
  type Shop,
} from '~tests/support/shop'
import { breakFunction } from '~tests/support/break-function'
import { countOutcomes, withTwo } from './testing-races'

const { db, shop } = await openShop()

const createPeople = async (count: number): Promise<Caller[]> => insertCallers(db, count)
const createPerson = async (): Promise<Caller> => (await createPeople(1))[0] as Caller
const getOutcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  )
const reserve = (
  buyer: Caller,
  sale: { eventId: string; types: string[] },
  quantities: number[],
  ip?: string,
) =>
  countOutcomes([
    reserveTickets({ ...shop.contextOf(buyer), ...(ip ? { ip } : {}) }, reserveInput(sale, quantities)),
  ]).then((counts) => Object.keys(counts)[0])
const getStock = async (typeId: string | undefined) =>
  db
    .selectFrom('ticket_types')
    .select(['quantity_held as held', 'quantity_sold as sold', 'waiting'])
    .where('id', '=', typeId ?? '')
    .executeTakeFirstOrThrow()

const moveOrdersBack = (buyer: Caller, minutes: number) =>
  sql`update orders set created_at = created_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute',
      ended_at = ended_at - ${minutes} * interval '1 minute' where customer_id = ${buyer.id}`.execute(db)

describe('limits on unpaid holds', () => {
  test('an event of 500 tickets stays open to buyers although three accounts reserve repeatedly', async () => {
    const sale = await insertSale(db, [{ total: 500 }])
    const attackers = await createPeople(3)
    await Promise.all(
      attackers.flatMap((attacker) =>
        Array.from({ length: 20 }, () => getOutcome(shop.as(attacker).reserve(reserveInput(sale, [10])))),
      ),
    )
    expect(await getStock(sale.types[0])).toMatchObject({ held: 30 })
    expect(await getOutcome(shop.as(await createPerson()).reserve(reserveInput(sale, [10])))).toBe('done')
  })

  test('one order holds at most 20 tickets of all types together', async () => {
    const sale = await insertSale(db, [{ total: 100 }, { total: 100 }, { total: 100 }])
    const buyer = shop.as(await createPerson())
    expect((await refusalOf(buyer.reserve(reserveInput(sale, [10, 10, 1])))).code).toBe('TOO_MANY_IN_ALL')
    expect((await buyer.reserve(reserveInput(sale, [10, 10]))).status).toBe('reserved')
  })

  test('an account whose two holds expired waits an hour, but can buy tickets of another event', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const buyer = await createPerson()
    for (const _ of [1, 2]) {
      expect(await reserve(buyer, sale, [10])).toBe('reserved')
      await moveOrdersBack(buyer, 11)
      await expireOrders(db)
    }
    expect((await refusalOf(shop.as(buyer).reserve(reserveInput(sale, [1])))).code).toBe('HOLD_LIMIT_REACHED')
    expect(await reserve(buyer, await insertSale(db, [{ total: 50 }]), [1])).toBe('reserved')
    await moveOrdersBack(buyer, 40)
    expect(await reserve(buyer, sale, [1])).toBe('reserved')
  })

  test('canceling or replacing a hold before it ends does not bypass the limit of holds', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const buyer = await createPerson()
    for (const _ of [1, 2, 3]) {
      expect(await reserve(buyer, sale, [10])).toBe('reserved')
      await moveOrdersBack(buyer, 9)
    }
    expect(await reserve(buyer, sale, [10])).toBe('hold_limit_reached')
    expect(await getStock(sale.types[0])).toMatchObject({ held: 10 })
  })

  test('one network holds at most a fifth of the tickets, and other networks are not affected', async () => {
    const sale = await insertSale(db, [{ total: 200 }, { total: 100 }])
    const crowd = await createPeople(10)
    const outcomes = await countOutcomes(
      crowd.map((buyer, n) =>
        reserveTickets({ ...shop.contextOf(buyer), ip: `203.0.113.${n}` }, reserveInput(sale, [10])),
      ),
    )
    expect(outcomes).toEqual({ reserved: 6, network_full: 4 })
    const [first, second, third] = await createPeople(3)
    expect(await reserve(first as Caller, sale, [1], '203.0.113.200')).toBe('network_full')
    expect(await reserve(second as Caller, sale, [10], '198.51.100.7')).toBe('reserved')
    expect(await reserve(third as Caller, sale, [10], '10.0.0.1')).toBe('reserved')
    await endHolds(db)
    await expireOrders(db)
    expect(await reserve(first as Caller, sale, [1], '203.0.113.200')).toBe('reserved')
  })

  test('every address of an IPv6 /48 counts as one network', async () => {
    const sale = await insertSale(db, [{ total: 100 }])
    const crowd = await createPeople(4)
    const outcomes = await countOutcomes(
      crowd.map((buyer, n) =>
        reserveTickets({ ...shop.contextOf(buyer), ip: `2001:db8:7:${n}::1` }, reserveInput(sale, [10])),
      ),
    )
    expect(outcomes).toEqual({ reserved: 2, network_full: 2 })
  })

  test('the buyer’s network is stored only while the order is open', async () => {
    const sale = await insertSale(db, [{ total: 100 }])
    const buyer = await createPerson()
    await reserve(buyer, sale, [1], '203.0.113.9')
    const listNetworks = () =>
      db.selectFrom('orders').select(['network', 'status']).where('customer_id', '=', buyer.id).execute()
    expect(await listNetworks()).toEqual([{ network: '203-0-113', status: 'reserved' }])
    await endHolds(db)
    await expireOrders(db)
    expect(await listNetworks()).toEqual([{ network: null, status: 'expired' }])
  })
})

describe('accounts cannot hold the last tickets in turn through the waitlist', () => {
  const offer = () => offerToWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })
  const createSoldOut = async () => {
    const sale = await insertSale(db, [{ total: 10 }, { total: 10 }])
    const holder = await createPerson()
    await shop.as(holder).reserve(reserveInput(sale, [10, 10]))
    return { holder, ticketTypeId: sale.types[0] ?? '', other: sale.types[1] ?? '' }
  }
  const tryToJoin = (buyer: Caller, ticketTypeId: string) =>
    getOutcome(shop.as(buyer).waitlist.join({ ticketTypeId, quantity: 10 }))

  test('throwaway accounts that hold the last tickets in turn do not keep a buyer out', async () => {
    const { holder, ticketTypeId } = await createSoldOut()
    const [attacker, buyer] = (await createPeople(2)) as [Caller, Caller]
    const unverified = (await createPeople(20)).map((caller) => ({ ...caller, isEmailVerified: false }))
    for (const caller of unverified) expect(await tryToJoin(caller, ticketTypeId)).toBe('EMAIL_UNVERIFIED')
    expect(await tryToJoin(attacker, ticketTypeId)).toBe('done')
    await sql`update orders set expires_at = now() where customer_id in (${holder.id}, ${attacker.id})`.execute(
      db,
    )
    await expireOrders(db)
    expect(await offer()).toBe(1)
    expect(await tryToJoin(buyer, ticketTypeId)).toBe('done')
    await sql`update orders set expires_at = now() where customer_id = ${attacker.id}`.execute(db)
    await expireOrders(db)
    expect(await tryToJoin(attacker, ticketTypeId)).toBe('COOLING_DOWN')
    await offer()
    const { entries } = await shop.as(buyer).waitlist.listOwn({})
    expect(entries[0]?.offer?.quantity).toBe(10)
  })

  test('an expired offer keeps the account off every waitlist of the event for 12 hours', async () => {
    const { ticketTypeId, other } = await createSoldOut()
    const buyer = await createPerson()
    await tryToJoin(buyer, ticketTypeId)
    await sql`update ticket_types set quantity_total = quantity_total + 1 where id = ${ticketTypeId}`.execute(
      db,
    )
    await offer()
    const [entry] = (await shop.as(buyer).waitlist.listOwn({})).entries
    await shop.as(buyer).waitlist.pass({ id: entry?.id ?? '' })
    const error = await refusalOf(shop.as(buyer).waitlist.join({ ticketTypeId: other, quantity: 1 }))
    expect(error).toMatchObject({ code: 'COOLING_DOWN', message: expect.stringContaining('in 12 hours') })
    await sql`update waitlist_entries set ended_at = ended_at - interval '12 hours'
      where customer_id = ${buyer.id} and ended_at is not null`.execute(db)
    expect(await tryToJoin(buyer, other)).toBe('done')
  })
})

describe('single open order per account and event', () => {
  test('a second reservation replaces the first, even when only the first one’s tickets are left', async () => {
    const sale = await insertSale(db, [{ total: 5 }, { total: 5 }])
    const buyer = await createPerson()
    const first = await shop.as(buyer).reserve(reserveInput(sale, [4]))
    const second = await shop.as(buyer).reserve(reserveInput(sale, [5, 1]))
    expect((await shop.as(buyer).getOrder({ id: first.id })).status).toBe('cancelled')
    expect(second.status).toBe('reserved')
    expect(await getStock(sale.types[0])).toMatchObject({ held: 5 })
    expect(await findFaults(db)).toEqual([])
  })

  test('a second reservation that fails keeps the first', async () => {
    const sale = await insertSale(db, [{ total: 5 }, { total: 1 }])
    const buyer = await createPerson()
    const first = await shop.as(buyer).reserve(reserveInput(sale, [4]))
    expect(await refusalOf(shop.as(buyer).reserve(reserveInput(sale, [6])))).toMatchObject({
      code: 'SOLD_OUT',
      data: { remaining: 5 },
    })
    expect((await shop.as(buyer).getOrder({ id: first.id })).status).toBe('reserved')
    expect(await getStock(sale.types[0])).toMatchObject({ held: 4 })
  })

  test('an expired hold does not count against its buyer, even before the job has run', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const buyer = await createPerson()
    const { id } = await shop.as(buyer).reserve(reserveInput(sale, [3]))
    await endHolds(db, [id])
    expect((await shop.as(buyer).getOrder({ id })).items[0]?.remaining).toBe(5)
    expect((await shop.as(buyer).reserve(reserveInput(sale, [5]))).status).toBe('reserved')
    expect((await shop.as(buyer).getOrder({ id })).status).toBe('expired')
  })

  test('replacing an order keeps its tickets for the buyer and takes none from the waitlist', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const [buyer, waiting] = (await createPeople(2)) as [Caller, Caller]
    await shop.as(buyer).reserve(reserveInput(sale, [5]))
    await shop.as(waiting).waitlist.join({ ticketTypeId: sale.types[0] ?? '', quantity: 2 })
    expect((await shop.as(buyer).reserve(reserveInput(sale, [3]))).status).toBe('reserved')
    expect(await reserve(buyer, sale, [4])).toBe('sold_out')
    expect(await offerToWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })).toBe(1)
    expect(await getStock(sale.types[0])).toMatchObject({ held: 5, waiting: 0 })
  })

  test('replacing an order keeps its use of a promo code, even the last one', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    await sql`insert into promo_codes (event_id, code, percent, use_limit) values (${sale.eventId}, 'ONE', 50, 1)`.execute(
      db,
    )
    const buyer = shop.as(await createPerson())
    await buyer.reserve({ ...reserveInput(sale, [1]), promoCode: 'ONE' })
    expect((await buyer.reserve({ ...reserveInput(sale, [2]), promoCode: 'ONE' })).subtotalCents).toBe(1600)
    await buyer.reserve(reserveInput(sale, [2]))
    const other = shop.as(await createPerson())
    expect((await other.reserve({ ...reserveInput(sale, [1]), promoCode: 'ONE' })).subtotalCents).toBe(800)
    expect(await findFaults(db)).toEqual([])
  })

  test('an order is not replaced while the bank decides its payment', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const buyer = await createPerson()
    const { id } = await shop.as(buyer).reserve(reserveInput(sale, [1]))
    await shop.as(buyer).startPayment({ orderId: id })
    await sql`update payments set processing_since = now() where order_id = ${id}`.execute(db)
    expect(await reserve(buyer, sale, [2])).toBe('open_order_paying')
  })

  const countOpenOrders = async (other: Database, eventId: string) => {
    const query = other.selectFrom('orders').where('event_id', '=', eventId).where('status', '=', 'reserved')
    return (await query.select('id').execute()).length
  }

  const fromTwoProcesses = async (other: Database, shops: [Shop, Shop]) => {
    const sale = await insertSale(other, [{ total: 500 }, { total: 500 }])
    const crowd = await insertCallers(other, 10)
    const counts = await countOutcomes(
      crowd.flatMap((buyer) =>
        Array.from({ length: 10 }, (_, n) => {
          const at = shops[n % 2] ?? shops[0]
          // Two ticket types, so that the lock on a type doesn't replace the index.
          return reserveTickets(at.contextOf(buyer), reserveInput(sale, n % 2 ? [0, 1] : [1]))
        }),
      ),
    )
    return { counts, open: await countOpenOrders(other, sale.eventId) }
  }

  test('after ten concurrent reservations per account in two processes, each has one open order', () =>
    withTwo(async (other, shops) => {
      expect(await fromTwoProcesses(other, shops)).toEqual({ counts: { reserved: 100 }, open: 10 })
      expect(await findFaults(other)).toEqual([])
    }))

  test('control: without the unique index, an account has several open orders', () =>
    withTwo(async (other, shops) => {
      await sql`drop index orders_one_open`.execute(other)
      const from = 'if v_replaced <>'
      await breakFunction(other, { name: 'reserve_orders', from, to: `perform ${MEETING}; ${from}` })
      const sale = await insertSale(other, [{ total: 500 }, { total: 500 }])
      const callers = await insertCallers(other, 1)
      const reserve = (at: Shop, tickets: number[]) =>
        callers.map((buyer) => reserveTickets(at.contextOf(buyer), reserveInput(sale, tickets)))
      const [first, second] = shops
      const reserveBoth = () => Promise.all([...reserve(first, [1]), ...reserve(second, [0, 1])])
      await overlap(other, 2, reserveBoth)
      expect(await countOpenOrders(other, sale.eventId)).toBe(2)
    }))
})
