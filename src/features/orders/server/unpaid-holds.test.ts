import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import { expireOrders } from './expire-orders'
import { offerWaitlist } from './offer-waitlist'
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
import { breakFunction } from './testing-mutant'
import { tally, withTwo } from './testing-races'

const { db, shop } = await openShop()

const people = async (count: number): Promise<Caller[]> => insertCallers(db, count)
const person = async (): Promise<Caller> => (await people(1))[0] as Caller
const outcomeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  )
const reserve = (
  who: Caller,
  sale: { eventId: string; types: string[] },
  quantities: number[],
  ip?: string,
) =>
  tally([
    reserveTickets({ ...shop.contextOf(who), ...(ip ? { ip } : {}) }, reserveInput(sale, quantities)),
  ]).then((counts) => Object.keys(counts)[0])
const stockOf = async (typeId: string | undefined) =>
  db
    .selectFrom('ticket_types')
    .select(['quantity_held as held', 'quantity_sold as sold', 'waiting'])
    .where('id', '=', typeId ?? '')
    .executeTakeFirstOrThrow()

const age = (who: Caller, minutes: number) =>
  sql`update orders set created_at = created_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute',
      ended_at = ended_at - ${minutes} * interval '1 minute' where customer_id = ${who.id}`.execute(db)

describe('limits on unpaid holds', () => {
  test('three accounts that reserve repeatedly leave a 500-ticket event open to a buyer', async () => {
    const sale = await insertSale(db, [{ total: 500 }])
    const attackers = await people(3)
    await Promise.all(
      attackers.flatMap((who) =>
        Array.from({ length: 20 }, () => outcomeOf(shop.as(who).reserve(reserveInput(sale, [10])))),
      ),
    )
    expect(await stockOf(sale.types[0])).toMatchObject({ held: 30 })
    expect(await outcomeOf(shop.as(await person()).reserve(reserveInput(sale, [10])))).toBe('done')
  })

  test('one order holds at most 20 tickets of all types together', async () => {
    const sale = await insertSale(db, [{ total: 100 }, { total: 100 }, { total: 100 }])
    const who = shop.as(await person())
    expect((await refusalOf(who.reserve(reserveInput(sale, [10, 10, 1])))).code).toBe('TOO_MANY_IN_ALL')
    expect((await who.reserve(reserveInput(sale, [10, 10]))).status).toBe('reserved')
  })

  test('an account that lets two holds expire waits an hour, but can buy tickets to another event', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const who = await person()
    for (const _ of [1, 2]) {
      expect(await reserve(who, sale, [10])).toBe('reserved')
      await age(who, 11)
      await expireOrders(db)
    }
    expect((await refusalOf(shop.as(who).reserve(reserveInput(sale, [1])))).code).toBe('HOLD_LIMIT_REACHED')
    expect(await reserve(who, await insertSale(db, [{ total: 50 }]), [1])).toBe('reserved')
    await age(who, 40)
    expect(await reserve(who, sale, [1])).toBe('reserved')
  })

  test('cancelling or replacing a hold before it ends does not bypass the limit', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const who = await person()
    for (const _ of [1, 2, 3]) {
      expect(await reserve(who, sale, [10])).toBe('reserved')
      await age(who, 9)
    }
    expect(await reserve(who, sale, [10])).toBe('hold_limit_reached')
    expect(await stockOf(sale.types[0])).toMatchObject({ held: 10 })
  })

  test('a network holds at most a fifth of the tickets, and other networks are not affected', async () => {
    const sale = await insertSale(db, [{ total: 200 }, { total: 100 }])
    const crowd = await people(10)
    const outcomes = await tally(
      crowd.map((who, n) =>
        reserveTickets({ ...shop.contextOf(who), ip: `203.0.113.${n}` }, reserveInput(sale, [10])),
      ),
    )
    expect(outcomes).toEqual({ reserved: 6, network_full: 4 })
    const [one, two, three] = await people(3)
    expect(await reserve(one as Caller, sale, [1], '203.0.113.200')).toBe('network_full')
    expect(await reserve(two as Caller, sale, [10], '198.51.100.7')).toBe('reserved')
    expect(await reserve(three as Caller, sale, [10], '10.0.0.1')).toBe('reserved')
    await endHolds(db)
    await expireOrders(db)
    expect(await reserve(one as Caller, sale, [1], '203.0.113.200')).toBe('reserved')
  })

  test('every address of an IPv6 /48 counts as one network', async () => {
    const sale = await insertSale(db, [{ total: 100 }])
    const crowd = await people(4)
    const outcomes = await tally(
      crowd.map((who, n) =>
        reserveTickets({ ...shop.contextOf(who), ip: `2001:db8:7:${n}::1` }, reserveInput(sale, [10])),
      ),
    )
    expect(outcomes).toEqual({ reserved: 2, network_full: 2 })
  })

  test('a network is stored only while the order is open', async () => {
    const sale = await insertSale(db, [{ total: 100 }])
    const who = await person()
    await reserve(who, sale, [1], '203.0.113.9')
    const networks = () =>
      db.selectFrom('orders').select(['network', 'status']).where('customer_id', '=', who.id).execute()
    expect(await networks()).toEqual([{ network: '203-0-113', status: 'reserved' }])
    await endHolds(db)
    await expireOrders(db)
    expect(await networks()).toEqual([{ network: null, status: 'expired' }])
  })
})

describe('accounts cannot hold the last tickets in turn through the waitlist', () => {
  const offer = () => offerWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })
  const soldOut = async () => {
    const sale = await insertSale(db, [{ total: 10 }, { total: 10 }])
    const holder = await person()
    await shop.as(holder).reserve(reserveInput(sale, [10, 10]))
    return { holder, ticketTypeId: sale.types[0] ?? '', other: sale.types[1] ?? '' }
  }
  const joins = (who: Caller, ticketTypeId: string) =>
    outcomeOf(shop.as(who).waitlist.join({ ticketTypeId, quantity: 10 }))

  test('throwaway accounts that hold the tickets in turn do not keep a buyer out', async () => {
    const { holder, ticketTypeId } = await soldOut()
    const [attacker, buyer] = (await people(2)) as [Caller, Caller]
    const unverified = (await people(20)).map((who) => ({ ...who, isEmailVerified: false }))
    for (const who of unverified) expect(await joins(who, ticketTypeId)).toBe('EMAIL_UNVERIFIED')
    expect(await joins(attacker, ticketTypeId)).toBe('done')
    await sql`update orders set expires_at = now() where customer_id in (${holder.id}, ${attacker.id})`.execute(
      db,
    )
    await expireOrders(db)
    expect(await offer()).toBe(1)
    expect(await joins(buyer, ticketTypeId)).toBe('done')
    await sql`update orders set expires_at = now() where customer_id = ${attacker.id}`.execute(db)
    await expireOrders(db)
    expect(await joins(attacker, ticketTypeId)).toBe('COOLING_DOWN')
    await offer()
    const { entries } = await shop.as(buyer).waitlist.mine({})
    expect(entries[0]?.offer?.quantity).toBe(10)
  })

  test('an expired offer keeps the account off every waitlist of the event for 12 hours', async () => {
    const { ticketTypeId, other } = await soldOut()
    const who = await person()
    await joins(who, ticketTypeId)
    await sql`update ticket_types set quantity_total = quantity_total + 1 where id = ${ticketTypeId}`.execute(
      db,
    )
    await offer()
    const [entry] = (await shop.as(who).waitlist.mine({})).entries
    await shop.as(who).waitlist.pass({ id: entry?.id ?? '' })
    const refusal = await refusalOf(shop.as(who).waitlist.join({ ticketTypeId: other, quantity: 1 }))
    expect(refusal).toMatchObject({ code: 'COOLING_DOWN', message: expect.stringContaining('in 12 hours') })
    await sql`update waitlist_entries set ended_at = ended_at - interval '12 hours'
      where customer_id = ${who.id} and ended_at is not null`.execute(db)
    expect(await joins(who, other)).toBe('done')
  })
})

describe('single open order per account and event', () => {
  test('a second reservation replaces the first, even when only its own tickets are left', async () => {
    const sale = await insertSale(db, [{ total: 5 }, { total: 5 }])
    const who = await person()
    const first = await shop.as(who).reserve(reserveInput(sale, [4]))
    const second = await shop.as(who).reserve(reserveInput(sale, [5, 1]))
    expect((await shop.as(who).getOrder({ id: first.id })).status).toBe('cancelled')
    expect(second.status).toBe('reserved')
    expect(await stockOf(sale.types[0])).toMatchObject({ held: 5 })
    expect(await findFaults(db)).toEqual([])
  })

  test('a second reservation that fails keeps the first', async () => {
    const sale = await insertSale(db, [{ total: 5 }, { total: 1 }])
    const who = await person()
    const first = await shop.as(who).reserve(reserveInput(sale, [4]))
    expect(await refusalOf(shop.as(who).reserve(reserveInput(sale, [6])))).toMatchObject({
      code: 'SOLD_OUT',
      data: { remaining: 5 },
    })
    expect((await shop.as(who).getOrder({ id: first.id })).status).toBe('reserved')
    expect(await stockOf(sale.types[0])).toMatchObject({ held: 4 })
  })

  test('the caller’s own expired hold does not count against them before the job has run', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const who = await person()
    const { id } = await shop.as(who).reserve(reserveInput(sale, [3]))
    await endHolds(db, [id])
    expect((await shop.as(who).getOrder({ id })).items[0]?.remaining).toBe(5)
    expect((await shop.as(who).reserve(reserveInput(sale, [5]))).status).toBe('reserved')
    expect((await shop.as(who).getOrder({ id })).status).toBe('expired')
  })

  test('replacing an order keeps the buyer’s tickets and takes none from the waitlist', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const [who, waiting] = (await people(2)) as [Caller, Caller]
    await shop.as(who).reserve(reserveInput(sale, [5]))
    await shop.as(waiting).waitlist.join({ ticketTypeId: sale.types[0] ?? '', quantity: 2 })
    expect((await shop.as(who).reserve(reserveInput(sale, [3]))).status).toBe('reserved')
    expect(await reserve(who, sale, [4])).toBe('sold_out')
    expect(await offerWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })).toBe(1)
    expect(await stockOf(sale.types[0])).toMatchObject({ held: 5, waiting: 0 })
  })

  test('the last use of a promo code moves with the replaced order', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    await sql`insert into promo_codes (event_id, code, percent, use_limit) values (${sale.eventId}, 'ONE', 50, 1)`.execute(
      db,
    )
    const who = shop.as(await person())
    await who.reserve({ ...reserveInput(sale, [1]), promoCode: 'ONE' })
    expect((await who.reserve({ ...reserveInput(sale, [2]), promoCode: 'ONE' })).subtotalCents).toBe(1600)
    await who.reserve(reserveInput(sale, [2]))
    const other = shop.as(await person())
    expect((await other.reserve({ ...reserveInput(sale, [1]), promoCode: 'ONE' })).subtotalCents).toBe(800)
    expect(await findFaults(db)).toEqual([])
  })

  test('does not replace an order while the bank decides its payment', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const who = await person()
    const { id } = await shop.as(who).reserve(reserveInput(sale, [1]))
    await shop.as(who).startPayment({ orderId: id })
    await sql`update payments set processing_since = now() where order_id = ${id}`.execute(db)
    expect(await reserve(who, sale, [2])).toBe('open_order_paying')
  })

  const fromTwoProcesses = async (other: Database, shops: [Shop, Shop]) => {
    const sale = await insertSale(other, [{ total: 500 }, { total: 500 }])
    const crowd = await insertCallers(other, 10)
    const counts = await tally(
      crowd.flatMap((who) =>
        Array.from({ length: 10 }, (_, n) => {
          const at = shops[n % 2] ?? shops[0]
          // Two ticket types, so that the lock on a type doesn't replace the index.
          return reserveTickets(at.contextOf(who), reserveInput(sale, n % 2 ? [0, 1] : [1]))
        }),
      ),
    )
    const { rows } = await sql<{ open: number }>`
      select count(*)::integer as open from orders where event_id = ${sale.eventId} and status = 'reserved'`.execute(
      other,
    )
    return { counts, open: rows[0]?.open }
  }

  test('ten concurrent reservations per account in two processes leave one open order each', () =>
    withTwo(async (other, shops) => {
      expect(await fromTwoProcesses(other, shops)).toEqual({ counts: { reserved: 100 }, open: 10 })
      expect(await findFaults(other)).toEqual([])
    }))

  test('control: without the unique index an account has several open orders', () =>
    withTwo(async (other, shops) => {
      await sql`drop index orders_one_open`.execute(other)
      await breakFunction(other, {
        name: 'reserve_orders',
        from: 'if v_replaced <>',
        to: 'perform pg_sleep(0.02); if v_replaced <>',
      })
      expect((await fromTwoProcesses(other, shops)).open).toBeGreaterThan(10)
    }))
})
