import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dispatchOutbox } from '~/features/orders/server/testing'
import { PayeeNotReadyError, type PayeePort } from '~/features/payees/server/public'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop } from '~tests/support/event-shop'
import { untilBlocked } from '~tests/support/lock-waits'
import { findFaults, openShop } from '~tests/support/shop'
import { openSettlement } from '../testing'
import { adjustShares } from './adjust-shares'
import { sendTransfers } from './send-transfers'

const { db } = await openShop()
/** For the jobs it is 30 days later, when the events of next week are over. */
const services = { ...createEventShop(db).services, now: () => new Date(Date.now() + 30 * 86_400_000) }
const log = createLog({ level: 'silent' })
const provider: Pick<PayeePort, 'provider' | 'transfer' | 'reverse'> = {
  provider: 'sandbox',
  transfer: async ({ transferId }) => `transfer_${transferId}`,
  reverse: async ({ reversalId }) => `reversal_${reversalId}`,
}

async function connect(person: Caller): Promise<void> {
  await sql`
    insert into payees (user_id, provider, account_id, status, connected_at)
    values (${person.id}, 'sandbox', ${`sbx_payee_${person.id}`}, 'connected', now())`.execute(db)
}

/**
 * Sends the event's unsent transfers, as if the time of their next attempt had come. Transfers of other tests aren't
 * sent.
 */
async function send(eventId: string, change: Partial<PayeePort> = {}): Promise<number> {
  await sql`update transfers set next_attempt_at = case when event_id = ${eventId} then clock_timestamp() else 'infinity' end
    where status = 'requested'`.execute(db)
  return sendTransfers({ ...services, log, payees: { ...provider, ...change } })
}

async function readTransfers(eventId: string) {
  const { rows } = await sql<{ payee: string; cents: number; status: string }>`
    select payee_id as payee, sum(amount_cents)::float8 as cents, min(status) as status from transfers
    where event_id = ${eventId} group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ payee, cents, status }) => [payee, `${cents} ${status}`]))
}

async function openSettled() {
  const books = await openSettlement(db)
  const { organizer, mara, juno, accept } = books
  for (const person of [organizer, mara, juno]) await accept(person)
  return books
}

const refundTicket = async (orderId: string | undefined) => {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${orderId} and status = 'valid' order by id limit 1`.execute(db)
  return sql`select refund_tickets(${orderId}::uuid, array[${rows[0]?.id}]::uuid[], 'holder', true)`.execute(
    db,
  )
}

test('a transfer is sent once its payee is connected, and only service fees then remain in the ledger', async () => {
  const { eventId, organizer, mara, juno, getSettlement } = await openSettled()
  expect(await send(eventId)).toBe(0)
  for (const person of [organizer, mara]) await connect(person)
  expect(await send(eventId)).toBe(2)
  expect(await readTransfers(eventId)).toMatchObject({ [juno.id]: '4200 requested', [mara.id]: '16800 done' })
  await connect(juno)
  await send(eventId)
  expect(await getSettlement()).toMatchObject({ state: 'paid' })
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount)::float8 as cents from ledger_entries where event_id = ${eventId} group by 1 having sum(amount) <> 0
    order by 1`.execute(db)
  // The service fees stay at the provider.
  expect(rows).toEqual([
    { account: 'provider', cents: 3_200 },
    { account: 'service_fees', cents: -3_200 },
  ])
  expect(await findFaults(db)).toEqual([])
})

test('a transfer whose response was lost is repeated with the same id, and posted once', async () => {
  const { eventId, organizer, mara, juno } = await openSettled()
  for (const person of [organizer, mara, juno]) await connect(person)
  const requests: { id: string; isRepeat: boolean }[] = []
  const lose: Partial<PayeePort> = {
    transfer: async ({ transferId: id, isRepeat }) => {
      requests.push({ id, isRepeat })
      throw new Error('The connection ended')
    },
  }
  await send(eventId, lose)
  await send(eventId, { ...lose })
  expect(new Set(requests.map(({ id }) => id)).size).toBe(3)
  expect(requests.map(({ isRepeat }) => isRepeat)).toEqual([false, false, false, true, true, true])
  await send(eventId)
  expect(await readTransfers(eventId)).toMatchObject({ [mara.id]: '16800 done' })
  expect(await findFaults(db)).toEqual([])
})

test('a transfer to a suspended person waits until the suspension is over', async () => {
  const { eventId, mara } = await openSettled()
  await connect(mara)
  const suspend = (until: string) =>
    sql`update accounts set suspended_until = ${until}::timestamptz where id = ${mara.id}`.execute(db)
  await suspend('infinity')
  expect(await send(eventId)).toBe(0)
  await suspend('-infinity')
  expect(await send(eventId)).toBe(1)
})

test('an event whose shares can’t be adjusted doesn’t stop others', async () => {
  const [broken, other] = [await openSettled(), await openSettled()]
  for (const { orders } of [broken, other]) await refundTicket(orders[0])
  await sql`
    create function fail_adjustment() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
    create trigger fails before insert on transfers for each row when (new.event_id = ${sql.lit(broken.eventId)}) execute function fail_adjustment()`.execute(
    db,
  )
  await expect(adjustShares(services)).rejects.toThrow('1 of 2 failed')
  await sql`drop trigger fails on transfers`.execute(db)
  expect(await readTransfers(other.eventId)).toMatchObject({ [other.juno.id]: '3960 requested' })
  expect(await adjustShares(services)).toBe(1)
})

test('a payee who isn’t ready delays only their own transfer', async () => {
  const { eventId, organizer, mara, juno } = await openSettled()
  for (const person of [organizer, mara, juno]) await connect(person)
  await send(eventId, {
    transfer: async (transfer) => {
      if (transfer.accountId.endsWith(juno.id)) throw new PayeeNotReadyError('restricted')
      return provider.transfer(transfer)
    },
  })
  expect(await readTransfers(eventId)).toMatchObject({
    [mara.id]: '16800 done',
    [organizer.id]: '11000 done',
    [juno.id]: '4200 requested',
  })
})

test('a refund after the settlement reduces all shares, and they add up to it', async () => {
  const { eventId, organizer, mara, juno, orders } = await openSettled()
  for (const person of [organizer, mara, juno]) await connect(person)
  await send(eventId)
  await refundTicket(orders[0])
  expect(await adjustShares(services)).toBeGreaterThan(0)
  // Net is $16.00 lower: Mara bears 60% of that, Juno 15% and the organizer the rest.
  expect(await readTransfers(eventId)).toEqual({
    [mara.id]: '15840 done',
    [juno.id]: '3960 done',
    [organizer.id]: '10600 done',
  })
  await send(eventId)
  expect(await findFaults(db)).toEqual([])
  await adjustShares(services)
  expect(await readTransfers(eventId)).toMatchObject({ [mara.id]: '15840 done' })
  expect(await findFaults(db)).toEqual([])
})

test('once DJs were paid, the organizer can refund only up to their own part, even with two simultaneous refunds', async () => {
  const { shop, eventId, organizer, mara, juno, orders, sell, accept } = await openSettlement(db)
  // These tickets are of another type, because refunds of the same type wait for each other anyway.
  const other = await sell([0, 10])
  await dispatchOutbox(db, { jobs: { enqueueMany: async () => undefined }, log })
  for (const person of [organizer, mara, juno]) await accept(person)
  const refund = async (orderId = '', limit = 10) => {
    const { rows } = await sql<{ id: string }>`
      select id from tickets where order_id = ${orderId} order by id limit ${limit}`.execute(db)
    const ticketIds = rows.map(({ id }) => id)
    return shop.as(organizer).refunds.order({ orderId, ticketIds, reason: 'Sorry' })
  }
  // The organizer has $135.00 of $420.00.
  await expect(refund(orders[0])).rejects.toMatchObject({ code: 'NOT_COVERED' })
  const waiting = await db.transaction().execute(async (trx) => {
    await sql`select from events where id = ${eventId} for no key update`.execute(trx)
    const both = Promise.allSettled([refund(orders[0], 8), refund(other, 10)])
    await untilBlocked(db, 2)
    return { both }
  })
  const results = await waiting.both
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await findFaults(db)).toEqual([])
})

test('a refund after a paid DJ deleted their account reduces the shares of the others', async () => {
  const { services: own, eventId, mara, juno, organizer, orders } = await openSettled()
  const before = await readTransfers(eventId)
  await sql`delete from accounts where id = ${mara.id}`.execute(db)
  await refundTicket(orders[0])
  await adjustShares(own)
  expect(await readTransfers(eventId)).toEqual({
    null: before[mara.id],
    // The agreed costs of Mara's booking are still deducted.
    [juno.id]: '3960 requested',
    [organizer.id]: '9640 requested',
  })
  expect(await findFaults(db)).toEqual([])
})

test('a guarantee isn’t reduced by a refund', async () => {
  const books = await openSettlement(db)
  await sql`update bookings set fee_cents = 20000 where id = ${books.maraBooking}`.execute(db)
  for (const person of [books.organizer, books.mara, books.juno]) await books.accept(person)
  await refundTicket(books.orders[0])
  await adjustShares(services)
  expect(await readTransfers(books.eventId)).toMatchObject({ [books.mara.id]: '20000 requested' })
})
