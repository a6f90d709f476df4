import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import type { Caller } from '~/platform/rpc/caller'
import { offerToWaitlist } from './offer-waitlist'
import { type RefundOutcome, refundTickets } from './refunds/refund-tickets'
import { findFaults, insertCallers, insertSale, reserveInput, type Shop } from '~tests/support/shop'
import { overlap, MEETING, untilBlocked } from '~tests/support/lock-waits'
import { isLongRun } from '~tests/support/long-run'
import { breakFunction } from '~tests/support/break-function'
import { countOutcomes, withTwo } from './testing-races'
import { reserveTickets } from './reserve-tickets'

// More than the 16 database connections of two shops, which limit how many requests run at the same time.
const CROWD = isLongRun ? 50 : 20

const runTogether = <T>(act: () => Promise<T>): Promise<T> => act()

const refund = (db: Database, orderId: string): Promise<RefundOutcome> =>
  db.transaction().execute((trx) => refundTickets(trx, { orderId, reason: 'Asked for.' }))

async function sellSingles(db: Database, shop: Shop, count: number) {
  const sale = await insertSale(db, [{ total: count, cents: 1999 }])
  const callers = await insertCallers(db, count)
  const orders = await Promise.all(callers.map((caller) => buy(shop, caller, reserveInput(sale, [1]))))
  const { rows } = await sql<{ order_id: string; id: string }>`
    select order_id, id from tickets where event_id = ${sale.eventId} order by id`.execute(db)
  return { sale, orders, tickets: rows }
}

async function buy(shop: Shop, caller: Caller, input: ReturnType<typeof reserveInput>): Promise<string> {
  const reserved = await reserveTickets(shop.contextOf(caller), input)
  if (reserved.outcome !== 'reserved') throw new Error(`not reserved: ${reserved.outcome}`)
  const { id } = reserved.order
  const opened = await shop.sales.openPayment({ orderId: id, customerId: caller.id })
  if (opened.outcome !== 'opened') throw new Error(`not opened: ${opened.outcome}`)
  const reference = opened.redirectUrl.split('/').at(-1) ?? ''
  await shop.sales.settle({ reference, amountCents: reserved.order.subtotalCents + reserved.order.feeCents })
  return id
}

describe('concurrent refund and check-in', () => {
  const letIn = (db: Database, ticketId: string) =>
    sql`update tickets set checked_in_at = clock_timestamp()
      where id = ${ticketId} and status = 'valid' and checked_in_at is null`.execute(db)

  test('each of many tickets is checked in or refunded, never both', () =>
    withTwo(async (db, [first, second]) => {
      const { orders, tickets } = await sellSingles(db, first, 2 * CROWD)
      const [counts] = await Promise.all([
        countOutcomes(orders.map((id) => refund(second.db, id))),
        ...tickets.map(({ id }) => letIn(db, id)),
      ])
      expect((counts['refunded'] ?? 0) + (counts['checked_in'] ?? 0)).toBe(2 * CROWD)
      const { rows } =
        await sql`select from tickets where status = 'refunded' and checked_in_at is null`.execute(db)
      expect(rows).toHaveLength(counts['refunded'] ?? 0)
      expect(await findFaults(db)).toEqual([])
    }))

  /** A check-in holds the row lock while the refund starts, and commits before the refund continues. */
  const refundDuringCheckIn = (db: Database, orderId: string, ticketId: string) =>
    db.transaction().execute(async (trx) => {
      await sql`update tickets set checked_in_at = clock_timestamp() where id = ${ticketId}`.execute(trx)
      const counts = countOutcomes([refund(db, orderId)])
      await untilBlocked(db)
      return { counts }
    })

  test('a refund that waited for a check-in refuses the checked-in ticket', () =>
    withTwo(async (db, [shop]) => {
      const { orders, tickets } = await sellSingles(db, shop, 1)
      const { counts } = await refundDuringCheckIn(db, orders[0] ?? '', tickets[0]?.id ?? '')
      expect(await counts).toEqual({ checked_in: 1 })
    }))

  test('control: without the lock on the tickets, a refund ignores a concurrent check-in', () =>
    withTwo(async (db, [shop]) => {
      const { orders, tickets } = await sellSingles(db, shop, 1)
      await breakFunction(db, {
        name: 'refund_tickets',
        from: 'perform 1 from tickets k where k.order_id = p_order order by k.id for no key update;',
        to: '',
      })
      const { counts } = await refundDuringCheckIn(db, orders[0] ?? '', tickets[0]?.id ?? '')
      expect(await counts).not.toEqual({ checked_in: 1 })
    }))
})

describe('concurrent refunds', () => {
  const refundTwice = async ([first, second]: [Shop, Shop], count: number, run = runTogether) => {
    const { orders } = await sellSingles(first.db, first, count)
    return run(() => countOutcomes(orders.flatMap((id) => [refund(first.db, id), refund(second.db, id)])))
  }

  test('one of two refunds of an order succeeds, and the money is refunded once', () =>
    withTwo(async (db, shops) => {
      expect(await refundTwice(shops, CROWD)).toEqual({ refunded: CROWD, gone: CROWD })
      const { rows } = await sql`select sum(amount_cents) as cents from refunds`.execute(db)
      expect(rows).toEqual([{ cents: CROWD * 2199 }])
      expect(await findFaults(db)).toEqual([])
    }))

  test('control: without the locks, two refunds of one order collide', () =>
    withTwo(async (db, shops) => {
      await breakFunction(db, { name: 'refund_tickets', from: ' for no key update', to: '' })
      await breakFunction(db, {
        name: 'refund_tickets',
        from: 'select sum(i.refunded_cents) into v_before',
        to: `perform ${MEETING}; select sum(i.refunded_cents) into v_before`,
      })
      const twice = await refundTwice(shops, 1, (act) => overlap(db, 2, act))
      expect(twice).not.toEqual({ refunded: 1, gone: 1 })
    }))
})

describe('concurrent stock cut and sale', () => {
  const cutWhileSelling = async (
    db: Database,
    [first, second]: [Shop, Shop],
    cut: (typeId: string) => Promise<unknown>,
  ) => {
    const sale = await insertSale(db, [{ total: 60, cents: 500 }])
    const callers = await insertCallers(db, 100)
    const cuts = Array.from({ length: 20 }, () => cut(sale.types[0] ?? ''))
    const [sold, done] = await Promise.all([
      countOutcomes(
        callers.map((caller, n) =>
          reserveTickets((n % 2 ? first : second).contextOf(caller), reserveInput(sale, [1])),
        ),
      ),
      Promise.allSettled(cuts),
    ])
    return { sold, failed: done.filter(({ status }) => status === 'rejected').length }
  }

  test('a stock reduced during sales never falls below the held tickets', () =>
    withTwo(async (db, shops) => {
      const { sold, failed } = await cutWhileSelling(db, shops, (id) =>
        sql`update ticket_types set quantity_total = quantity_sold + quantity_held where id = ${id}`.execute(
          db,
        ),
      )
      expect(failed).toBe(0)
      expect((sold['reserved'] ?? 0) + (sold['sold_out'] ?? 0)).toBe(100)
      expect(await findFaults(db)).toEqual([])
    }))

  test('control: a reduction that reads first and writes later collides with sales', () =>
    withTwo(async (db, shops) => {
      const { failed } = await cutWhileSelling(db, shops, async (id) => {
        const readTaken = async () => {
          const { rows } = await sql<{ taken: number }>`
            select quantity_sold + quantity_held as taken from ticket_types where id = ${id}`.execute(db)
          return rows[0]?.taken ?? 0
        }
        const taken = await readTaken()
        // Retries until a sale happens between reading and reducing the stock: after the last sale, none collides.
        await expect
          .poll(readTaken)
          .toBeGreaterThan(taken)
          .catch(() => undefined)
        await sql`update ticket_types set quantity_total = ${taken} where id = ${id}`.execute(db)
      })
      expect(failed).toBeGreaterThan(0)
    }))
})

describe('waitlist', () => {
  const jobs = { enqueueMany: async () => {} }
  const waitFor = (db: Database, typeId: string, callers: readonly Caller[]) =>
    sql`
      insert into waitlist_entries (ticket_type_id, customer_id, quantity, created_at)
      select ${typeId}, x.id, 1, now() + x.n * interval '1 second'
      from unnest(${callers.map(({ id }) => id)}::uuid[]) with ordinality x(id, n)`.execute(db)

  const offerTwice = async (db: Database, [first, second]: [Shop, Shop], run = runTogether) => {
    const sale = await insertSale(db, [{ total: 7 }])
    const callers = await insertCallers(db, 20)
    await waitFor(db, sale.types[0] ?? '', callers)
    const counts = await run(() =>
      Promise.allSettled([first, second, first, second].map((shop) => offerToWaitlist({ ...shop, jobs }))),
    )
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from waitlist_entries where status = 'offered' order by created_at`.execute(db)
    return {
      offered: counts.reduce(
        (sum, count) => sum + (count.status === 'fulfilled' ? count.value : Number.NaN),
        0,
      ),
      inOrder:
        rows.map((row) => row.customer_id).join() ===
        callers
          .slice(0, 7)
          .map(({ id }) => id)
          .join(),
    }
  }

  test('two processes that make offers at the same time offer seven tickets to the first seven customers', () =>
    withTwo(async (db, shops) => {
      expect(await offerTwice(db, shops)).toEqual({ offered: 7, inOrder: true })
      expect(await findFaults(db)).toEqual([])
    }))

  test('control: without the lock on the ticket type, two processes offer tickets twice', () =>
    withTwo(async (db, shops) => {
      await breakFunction(db, {
        name: 'offer_waitlist',
        from: 'where t.id = p_type for no key update;',
        to: `where t.id = p_type; perform ${MEETING};`,
      })
      expect(await offerTwice(db, shops, (act) => overlap(db, 4, act))).not.toEqual({
        offered: 7,
        inOrder: true,
      })
    }))

  /** Releases the hold of the last ticket while many customers try to buy it and one is on the waitlist. */
  const releaseToWaitlist = async (db: Database, [first, second]: [Shop, Shop]) => {
    const sale = await insertSale(db, [{ total: 1 }])
    const [holder, waiting, ...others] = await insertCallers(db, CROWD + 2)
    if (!holder || !waiting) throw new Error('nobody came')
    const held = await reserveTickets(first.contextOf(holder), reserveInput(sale, [1]))
    if (held.outcome !== 'reserved') throw new Error('nothing was held')
    await waitFor(db, sale.types[0] ?? '', [waiting])
    const [counts] = await Promise.all([
      countOutcomes(
        others.map((caller, n) =>
          reserveTickets((n % 2 ? first : second).contextOf(caller), reserveInput(sale, [1])),
        ),
      ),
      sql`select cancel_order(${held.order.id}, ${holder.id})`.execute(db),
    ])
    const late = await countOutcomes(
      others.map((caller) => reserveTickets(second.contextOf(caller), reserveInput(sale, [1]))),
    )
    return { counts, late, offered: await offerToWaitlist({ ...first, jobs }) }
  }

  test('a released ticket is offered to the waitlist, however many customers try to buy it', () =>
    withTwo(async (db, shops) => {
      const soldOut = { sold_out: CROWD }
      expect(await releaseToWaitlist(db, shops)).toEqual({ counts: soldOut, late: soldOut, offered: 1 })
      expect(await findFaults(db)).toEqual([])
    }))

  test('control: without the check of the waitlist, a buyer gets a released ticket', () =>
    withTwo(async (db, shops) => {
      await breakFunction(db, {
        name: 'reserve_orders',
        from: 'when t.waiting > 0 then 0',
        to: 'when false then 0',
      })
      expect((await releaseToWaitlist(db, shops)).offered).toBe(0)
    }))
})

describe('last use of a promo code', () => {
  // Uses two ticket types, because the lock on a single type would hide a missing lock on the promo code.
  const orderAtOnce = async (db: Database, [first, second]: [Shop, Shop], run = runTogether) => {
    const sale = await insertSale(db, [{ total: 100 }, { total: 100 }])
    await sql`insert into promo_codes (event_id, code, percent, use_limit) values (${sale.eventId}, 'LAST', 50, 1)`.execute(
      db,
    )
    const callers = await insertCallers(db, CROWD)
    return run(() =>
      countOutcomes(
        callers.map((caller, n) =>
          reserveTickets((n % 2 ? first : second).contextOf(caller), {
            ...reserveInput(sale, n % 2 ? [1] : [0, 1]),
            promoCode: 'last',
          }),
        ),
      ),
    )
  }

  test('one of many concurrent orders gets the last use of a promo code', () =>
    withTwo(async (db, shops) => {
      expect(await orderAtOnce(db, shops)).toEqual({ reserved: 1, promo_used_up: CROWD - 1 })
      expect(await findFaults(db)).toEqual([])
    }))

  test('control: without the lock and the limit in the table, two orders get the last use of a promo code', () =>
    withTwo(async (db, shops) => {
      await sql`alter table promo_codes drop constraint promo_codes_limit`.execute(db)
      await breakFunction(db, {
        name: 'reserve_orders',
        from: 'c.code = any (p_promos))\n      order by c.id for no key update',
        to: `c.code = any (p_promos)) and ${MEETING} is not null`,
      })
      // Each process sends one batch at a time.
      expect(await orderAtOnce(db, shops, (act) => overlap(db, 2, act))).not.toEqual({
        reserved: 1,
        promo_used_up: CROWD - 1,
      })
    }))
})
