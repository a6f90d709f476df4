import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { untilBlocked } from '~tests/support/lock-waits'
import { findFaults, openShop } from '~tests/support/shop'
import { openSettlement, postAt } from '../testing'
import { lockEvent } from '../settlement/settle'
import { adjustShares } from './adjust-shares'
import { sumDebts } from './offset-debts'

const { db } = await openShop()
/** For the jobs it is 30 days later, when the events of next week are over. */
const services = { ...createEventShop(db).services, now: () => new Date(Date.now() + 30 * 86_400_000) }

type Settlement = Awaited<ReturnType<typeof openSettlement>>

const DISPUTE_FEES = 3_000

/** Settles an event. Then the banks take back every ticket, and the organizer owes the provider's fees for that. */
async function openDebt(feeCents = DISPUTE_FEES) {
  const debtor = await openSettlement(db)
  await settle(debtor)
  await openDisputes(debtor, feeCents)
  return debtor
}

async function openDisputes(debtor: Settlement, feeCents = DISPUTE_FEES): Promise<void> {
  await sql`
    insert into disputes (id, payment_id, amount_cents, reason, status, opened_at)
    select 'dp_' || gen_random_uuid(), p.id, p.amount_cents, 'fraudulent', 'lost', now()
    from payments p where p.order_id = any (${debtor.orders}::uuid[])`.execute(db)
  await postAt(db, debtor.eventId, { at: new Date().toISOString(), cents: -feeCents, kind: 'dispute_fee' })
  await adjustShares(services)
}

async function settle({ organizer, mara, juno, accept }: Settlement): Promise<void> {
  for (const person of [organizer, mara, juno]) await accept(person)
}

/** Creates a later event of the same organizer, before its settlement. */
async function openNext(organizer: Caller) {
  const books = await openSettlement(db)
  await sql`update events set organizer_id = ${organizer.id} where id = ${books.eventId}`.execute(db)
  const as: Settlement['as'] = (caller) => books.as(caller === books.organizer ? organizer : caller)
  const getSettlement = () => as(organizer).settlement.get({ eventId: books.eventId })
  const accept = async (person: Caller) =>
    as(person).settlement.accept({ eventId: books.eventId, digest: (await getSettlement()).digest })
  return { ...books, organizer, as, getSettlement, accept }
}

async function refundTicket(orderId: string | undefined): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${orderId} and status = 'valid' order by id limit 1`.execute(db)
  await sql`select refund_tickets(${orderId}::uuid, array[${rows[0]?.id}]::uuid[], 'holder', true)`.execute(
    db,
  )
}

/** An unrelated event in the same currency: `sumDebts` returns the debts from all events except this one. */
const { eventId: anyEvent } = await insertEvent(db, [])
const readDebt = ({ id }: Caller) => sumDebts(db, { eventId: anyEvent, organizerId: id })
const readOwn = async ({ eventId }: Settlement) => {
  const { rows } = await sql<{ reason: string; cents: number }>`
    select reason, amount_cents::float8 as cents from transfers where event_id = ${eventId} and booking_id is null
    order by created_at, id`.execute(db)
  return rows.map(({ reason, cents }) => `${reason} ${cents}`)
}

test.each([
  ['all', DISPUTE_FEES, ['offset 3000', 'settlement 8000'], 0],
  ['as much as possible', 20_000, ['offset 11000'], 9_000],
])(
  'the next payout pays %s of the organizer’s debt from an earlier event, and shows that it did',
  async (_, debtCents, own, rest) => {
    const debtor = await openDebt(debtCents)
    const { organizer } = debtor
    expect(await readDebt(organizer)).toBe(debtCents)
    const next = await openNext(organizer)
    expect(await next.getSettlement()).toMatchObject({ debtCents, side: 'organizer' })
    expect(await next.as(next.mara).settlement.get({ eventId: next.eventId })).toMatchObject({ debtCents: 0 })
    await settle(next)
    expect(await readOwn(next)).toEqual(own)
    expect(await readDebt(organizer)).toBe(rest)
    expect((await next.getSettlement()).transfers).toContainEqual(
      expect.objectContaining({ isSent: true, offsetTitle: (await debtor.getSettlement()).event.title }),
    )
    await adjustShares(services)
    expect(await findFaults(db)).toEqual([])
  },
)

test('debts of unsettled events are paid, too', async () => {
  const debtor = await openSettlement(db)
  await openDisputes(debtor)
  expect(await readDebt(debtor.organizer)).toBe(DISPUTE_FEES)
  const next = await openNext(debtor.organizer)
  await settle(next)
  expect(await readOwn(next)).toEqual(['offset 3000', 'settlement 8000'])
  expect(await readDebt(debtor.organizer)).toBe(0)
  expect(await findFaults(db)).toEqual([])
})

test('a refund for the later event doesn’t reopen a paid debt', async () => {
  const { organizer } = await openDebt()
  const next = await openNext(organizer)
  await settle(next)
  expect(await readOwn(next)).toEqual(['offset 3000', 'settlement 8000'])
  await refundTicket(next.orders[0])
  await adjustShares(services)
  expect(await readOwn(next)).toEqual(['offset 3000', 'settlement 8000', 'adjustment -400'])
  expect(await readDebt(organizer)).toBe(0)
  expect(await findFaults(db)).toEqual([])
})

test('a payout waits until another transaction has changed the event whose debt it pays', async () => {
  const { organizer, eventId } = await openDebt()
  const next = await openNext(organizer)
  for (const person of [next.mara, next.juno]) await next.accept(person)
  const waiting = await db.transaction().execute(async (trx) => {
    await lockEvent(trx, eventId)
    const last = next.accept(organizer)
    await untilBlocked(db)
    return { last }
  })
  await waiting.last
  expect(await readOwn(next)).toEqual(['offset 3000', 'settlement 8000'])
})

test('a payout doesn’t pay the part of a debt that DJs will return after a refund', async () => {
  const earlier = await openSettlement(db)
  await settle(earlier)
  await refundTicket(earlier.orders[0])
  const next = await openNext(earlier.organizer)
  await settle(next)
  expect(await readOwn(next)).toEqual(['settlement 11000'])
  await adjustShares(services)
  expect(await readDebt(earlier.organizer)).toBe(0)
  expect(await findFaults(db)).toEqual([])
})

test('a won dispute pays the DJs again, though the organizer’s part paid a debt', async () => {
  const { organizer } = await openDebt(20_000)
  const next = await openNext(organizer)
  await settle(next)
  const readPaid = async () => {
    const { rows } = await sql<{ cents: number }>`
      select sum(amount_cents)::float8 as cents from transfers where event_id = ${next.eventId} and booking_id is not null`.execute(
      db,
    )
    return rows[0]?.cents
  }
  const paid = await readPaid()
  const post = (kind: string, cents: number) =>
    postAt(db, next.eventId, { at: new Date().toISOString(), cents, kind })
  await post('dispute', -10_000)
  await post('dispute_fee', -1_500)
  await adjustShares(next.services)
  expect(await readPaid()).toBeLessThan(paid ?? 0)
  await post('dispute', 10_000)
  await adjustShares(next.services)
  expect(await readPaid()).toBeGreaterThan((paid ?? 0) - 1_500)
})

test('an organizer can’t refund tickets with money that has paid a debt', async () => {
  const { organizer } = await openDebt(11_000)
  const next = await openNext(organizer)
  await settle(next)
  expect(await readOwn(next)).toEqual(['offset 11000'])
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${next.orders[0]} order by id limit 1`.execute(db)
  const refunded = next.shop
    .as(organizer)
    .refunds.order({ orderId: next.orders[0] ?? '', ticketIds: rows.map(({ id }) => id), reason: 'Sorry' })
  await expect(refunded).rejects.toMatchObject({ code: 'NOT_COVERED' })
})

test('two simultaneous payouts pay a debt once', async () => {
  const { organizer } = await openDebt()
  const [first, second] = [await openNext(organizer), await openNext(organizer)]
  for (const { mara, juno, accept } of [first, second])
    for (const person of [mara, juno]) await accept(person)
  await Promise.all([first.accept(organizer), second.accept(organizer)])
  const { rows } = await sql<{ cents: number }>`
    select sum(amount_cents)::float8 as cents from transfers where payee_id = ${organizer.id} and reason = 'offset'`.execute(
    db,
  )
  expect(rows).toEqual([{ cents: DISPUTE_FEES }])
  expect(await readDebt(organizer)).toBe(0)
  expect(await findFaults(db)).toEqual([])
})
