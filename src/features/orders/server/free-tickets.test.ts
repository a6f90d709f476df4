import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { eraseOrderNetworks } from './expire-orders'
import { reserveTickets } from './reserve-tickets'
import { findFaults, insertCallers, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { countOutcomes } from './testing-races'

const { db, shop } = await openShop()

const createPeople = async (count: number): Promise<Caller[]> => insertCallers(db, count)
const createPerson = async (): Promise<Caller> => (await createPeople(1))[0] as Caller
const getOutcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  )
const reserve = (buyer: Caller, sale: { eventId: string; types: string[] }, quantities: number[]) =>
  countOutcomes([reserveTickets(shop.contextOf(buyer), reserveInput(sale, quantities))]).then(
    (counts) => Object.keys(counts)[0],
  )
const getStock = async (typeId: string | undefined) =>
  db
    .selectFrom('ticket_types')
    .select(['quantity_sold as sold'])
    .where('id', '=', typeId ?? '')
    .executeTakeFirstOrThrow()

test('limits an account to 10 free tickets of a type across all its orders', async () => {
  const sale = await insertSale(db, [{ total: 100, cents: 0 }])
  const [greedy, other] = await createPeople(2)
  const orders = Array.from({ length: 4 }, () =>
    getOutcome(shop.as(greedy as Caller).reserve(reserveInput(sale, [4]))),
  )
  expect((await Promise.all(orders)).toSorted()).toEqual([
    'FREE_LIMIT_REACHED',
    'FREE_LIMIT_REACHED',
    'done',
    'done',
  ])
  expect(await reserve(greedy as Caller, sale, [2])).toBe('reserved')
  expect(await reserve(other as Caller, sale, [10])).toBe('reserved')
  expect(await getStock(sale.types[0])).toMatchObject({ sold: 20 })
})

test('counts the free tickets in a mixed order towards the limit of 10 per type', async () => {
  const sale = await insertSale(db, [{ total: 100, cents: 0 }, { total: 100 }])
  const buyer = await createPerson()
  expect(await reserve(buyer, sale, [10])).toBe('reserved')
  expect(await reserve(buyer, sale, [4, 1])).toBe('free_limit_reached')
  expect(await reserve(buyer, sale, [0, 10])).toBe('reserved')
  const other = await createPerson()
  const { id } = await shop.as(other).reserve(reserveInput(sale, [8, 1]))
  const { redirectUrl } = await shop.as(other).startPayment({ orderId: id })
  await shop.as(other).sandbox.decide({ reference: redirectUrl.split('/').at(-1) ?? '', decision: 'approve' })
  expect(await reserve(other, sale, [3])).toBe('free_limit_reached')
  expect(await reserve(other, sale, [2])).toBe('reserved')
})

const verify = (buyer: readonly Caller[]) =>
  sql`update accounts set email_verified_at = now() where id = any (${buyer.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
const listNetworks = async (eventId: string) =>
  (
    await db
      .selectFrom('orders')
      .select('network')
      .where('event_id', '=', eventId)
      .where('network', 'is not', null)
      .execute()
  ).length

test.each([
  ['free tickets', 0, undefined],
  ['a 100 % promo code', 1600, 'GRATIS'],
])(
  'unverified accounts of one network leave tickets for verified buyers, with %s',
  async (_, cents, promoCode) => {
    const sale = await insertSale(db, [{ total: 46, cents }])
    await sql`insert into promo_codes (event_id, code, percent) values (${sale.eventId}, 'GRATIS', 100)`.execute(
      db,
    )
    const get = (buyer: Caller, quantity: number, ip = '203.0.113.7') =>
      countOutcomes([
        reserveTickets({ ...shop.contextOf(buyer), ip }, { ...reserveInput(sale, [quantity]), promoCode }),
      ]).then((counts) => Object.keys(counts)[0])
    const crowd = await createPeople(6)
    expect(await Promise.all(crowd.map((buyer) => get(buyer, 10)))).toEqual(
      expect.arrayContaining(['reserved', 'email_unverified']),
    )
    expect(await getStock(sale.types[0])).toMatchObject({ sold: 20 })
    const [late, buyer, elsewhere] = (await createPeople(3)) as [Caller, Caller, Caller]
    expect(await get(late, 1)).toBe('email_unverified')
    await verify([buyer])
    expect(await get(buyer, 10)).toBe('reserved')
    expect(await get(elsewhere, 1, '198.51.100.7')).toBe('reserved')
    await verify([...crowd, elsewhere])
    expect(await get(late, 1)).toBe('reserved')
    expect(await listNetworks(sale.eventId)).toBe(4)
    await eraseOrderNetworks(db, new Date())
    expect(await listNetworks(sale.eventId)).toBe(1)
    await eraseOrderNetworks(db, new Date(Date.now() + 8 * 24 * 60 * 60 * 1000))
    expect(await listNetworks(sale.eventId)).toBe(0)
    expect(await findFaults(db)).toEqual([])
  },
)
