import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import {
  type Buyer,
  createShop,
  insertCallers,
  insertSale,
  reserveInput,
  type Shop,
} from '~tests/support/shop'
import { transferEmailSubject } from '../email/transfer-email'
import { createEventShop } from '~tests/support/event-shop'
import { sendTransferEmail } from './email-transfer'
import { getTicketsFile } from '../documents/files'
import { createTransferToken } from './transfer-token'

let db: Database
let drop: () => Promise<void>
let shop: Shop
let mara: Buyer
let juno: Buyer
let kit: Buyer
const caller = (callers: Buyer[], n: number): Buyer => {
  const found = callers[n]
  if (!found) throw new Error('No caller was inserted')
  return found
}
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  shop = createShop(db)
  const callers = await insertCallers(db, 3)
  mara = caller(callers, 0)
  juno = { ...caller(callers, 1), fullName: 'Juno Okafor' }
  kit = caller(callers, 2)
})
afterAll(() => drop())

async function buy(owner = mara): Promise<{ orderId: string; tickets: string[] }> {
  const sale = await insertSale(db, [{ total: 5, cents: 0 }])
  const { id } = await shop.as(owner).reserve(reserveInput(sale, [2]))
  const order = await shop.as(owner).getOrder({ id })
  return { orderId: id, tickets: order.tickets.map((ticket) => ticket.id) }
}

async function getToken(ticketId: string): Promise<string> {
  const row = await db
    .selectFrom('ticket_transfers')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return createTransferToken(row.id, shop.contextOf(null).secret)
}

const getSecret = async (id: string) =>
  (await db.selectFrom('tickets').select('secret').where('id', '=', id).executeTakeFirstOrThrow()).secret

describe('ticket transfers', () => {
  test('C-02 the sender keeps a ticket until it is accepted; then its code changes, and check-in recognizes the old one', async () => {
    const { orderId, tickets } = await buy()
    const [ticketId = ''] = tickets
    const before = await getSecret(ticketId)
    await shop.as(mara).transfers.start({ ticketId, email: 'Juno@Example.com' })
    const offered = await shop.as(mara).getTicket({ id: ticketId })
    expect(offered.transfer?.email).toBe('juno@example.com')
    expect(await getSecret(ticketId)).toBe(before)

    const token = await getToken(ticketId)
    expect(await shop.as(null).transfers.inspect({ token })).toMatchObject({
      fromName: 'Mara Voss',
      isYours: false,
    })
    const notifyPhones = vi.spyOn(shop.contextOf(null).checkIns, 'notify')
    expect(await shop.as(juno).transfers.accept({ token })).toEqual({ ticketId })
    expect(notifyPhones).toHaveBeenCalledTimes(1)

    const counts = { own: 1, transferred: 1, refunded: 0, cancelled: 0 }
    expect(await shop.as(mara).getOrder({ id: orderId })).toMatchObject({ ticketCounts: counts })
    expect((await shop.as(mara).listOrders({})).orders[0]).toMatchObject({ ticketCounts: counts })
    const taken = await shop.as(juno).getTicket({ id: ticketId })
    expect(taken).toMatchObject({
      holderName: 'Juno Okafor',
      status: 'valid',
      transfer: null,
      isBuyer: false,
      receivedFrom: 'Mara Voss',
    })
    expect((await shop.as(juno).listTickets({ period: 'upcoming' })).tickets[0]?.receivedFrom).toBe(
      'Mara Voss',
    )
    expect(await shop.as(mara).getTicket({ id: tickets[1] ?? '' })).toMatchObject({
      isBuyer: true,
      receivedFrom: null,
    })
    expect(await getSecret(ticketId)).not.toBe(before)
    const transfer = await db
      .selectFrom('ticket_transfers')
      .select(['old_secret', 'status', 'to_id'])
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow()
    expect(transfer).toEqual({ old_secret: before, status: 'accepted', to_id: juno.id })

    expect((await refusalOf(shop.as(mara).getTicket({ id: ticketId }))).status).toBe(404)
    const order = await shop.as(mara).getOrder({ id: orderId })
    expect(order.tickets.map(({ id }) => id)).toEqual(tickets.slice(1))
    const file = await getTicketsFile(shop, { orderId, customerId: mara.id })
    const whole = await buy()
    const both = await getTicketsFile(shop, { orderId: whole.orderId, customerId: mara.id })
    expect(file.size).toBeGreaterThan(0)
    expect(file.size).toBeLessThan(both.size * 0.9)
    const theirs = await getTicketsFile(shop, { orderId, customerId: juno.id })
    expect(theirs.size).toBeGreaterThan(0)
    expect(theirs.size).toBeLessThan(both.size * 0.9)
    await expect(getTicketsFile(shop, { orderId, customerId: kit.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a transfer link works once, and never for the sender', async () => {
    const { tickets } = await buy()
    const [ticketId = ''] = tickets
    await shop.as(mara).transfers.start({ ticketId, email: 'juno@example.com' })
    const token = await getToken(ticketId)
    expect(await refusalOf(shop.as(mara).transfers.accept({ token }))).toMatchObject({ code: 'OWN_TICKET' })
    await shop.as(juno).transfers.accept({ token })
    for (const again of [juno, kit])
      expect((await refusalOf(shop.as(again).transfers.accept({ token }))).status).toBe(404)
    expect((await refusalOf(shop.as(null).transfers.inspect({ token }))).status).toBe(404)
    expect((await refusalOf(shop.as(kit).transfers.accept({ token: 'made-up' }))).status).toBe(404)
  })

  test('withdrawing a transfer invalidates its link, and another one can be sent', async () => {
    const { tickets } = await buy()
    const [ticketId = ''] = tickets
    await shop.as(mara).transfers.start({ ticketId, email: 'juno@example.com' })
    expect(
      await refusalOf(shop.as(mara).transfers.start({ ticketId, email: 'kit@example.com' })),
    ).toMatchObject({ code: 'ALREADY_OFFERED' })
    const token = await getToken(ticketId)
    await shop.as(mara).transfers.withdraw({ ticketId })
    await shop.as(mara).transfers.withdraw({ ticketId })
    expect((await refusalOf(shop.as(juno).transfers.accept({ token }))).status).toBe(404)
    await shop.as(mara).transfers.start({ ticketId, email: 'kit@example.com' })
    await shop.as(kit).transfers.accept({ token: await getToken(ticketId) })
    expect(await refusalOf(shop.as(mara).transfers.withdraw({ ticketId }))).toMatchObject({
      code: 'ALREADY_ACCEPTED',
    })
  })

  test('refuses another account’s ticket, the caller’s own address, and checked-in or cancelled tickets', async () => {
    const { tickets } = await buy()
    const [first = '', second = ''] = tickets
    const start = (sender: Caller, ticketId: string, email = 'kit@example.com') =>
      refusalOf(shop.as(sender).transfers.start({ ticketId, email }))
    expect((await start(juno, first)).status).toBe(404)
    expect((await start(mara, newId())).status).toBe(404)
    expect((await start(mara, 'nonsense')).status).toBe(404)
    expect((await start(mara, first, mara.email.toUpperCase())).code).toBe('OWN_ADDRESS')
    await db.updateTable('tickets').set({ checked_in_at: new Date() }).where('id', '=', first).execute()
    expect((await start(mara, first)).code).toBe('CHECKED_IN')
    await db.updateTable('tickets').set({ status: 'cancelled' }).where('id', '=', second).execute()
    expect((await start(mara, second)).code).toBe('NOT_VALID')
  })

  test('a ticket that was refunded or checked in since cannot be accepted', async () => {
    for (const change of [{ status: 'cancelled' }, { checked_in_at: new Date() }]) {
      const { tickets } = await buy()
      const [ticketId = ''] = tickets
      await shop.as(mara).transfers.start({ ticketId, email: 'juno@example.com' })
      const token = await getToken(ticketId)
      await db.updateTable('tickets').set(change).where('id', '=', ticketId).execute()
      expect((await refusalOf(shop.as(juno).transfers.accept({ token }))).status).toBe(404)
    }
  })

  test('a transfer from a deleted account cannot be accepted', async () => {
    const gone = caller(await insertCallers(db, 1), 0)
    const { tickets } = await buy(gone)
    const [ticketId = ''] = tickets
    await shop.as(gone).transfers.start({ ticketId, email: 'juno@example.com' })
    const token = await getToken(ticketId)
    await db.deleteFrom('accounts').where('id', '=', gone.id).execute()
    expect((await refusalOf(shop.as(juno).transfers.accept({ token }))).status).toBe(404)
  })

  test('of twenty people who accept a transfer at the same time, one gets the ticket', async () => {
    const { tickets } = await buy()
    const [ticketId = ''] = tickets
    const takers = await insertCallers(db, 20)
    await shop.as(mara).transfers.start({ ticketId, email: 'juno@example.com' })
    const token = await getToken(ticketId)
    const results = await Promise.allSettled(
      takers.map((taker) => shop.as(taker).transfers.accept({ token })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { customer_id } = await db
      .selectFrom('tickets')
      .select('customer_id')
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow()
    expect(takers.findIndex(({ id }) => id === customer_id)).toBe(
      results.findIndex(({ status }) => status === 'fulfilled'),
    )
  })

  test('when a transfer is accepted and withdrawn at the same time, exactly one succeeds', async () => {
    const owner = caller(await insertCallers(db, 1), 0)
    for (let round = 0; round < 10; round++) {
      const { tickets } = await buy(owner)
      const [ticketId = ''] = tickets
      await shop.as(owner).transfers.start({ ticketId, email: 'juno@example.com' })
      const token = await getToken(ticketId)
      const [accepted, withdrawn] = await Promise.allSettled([
        shop.as(juno).transfers.accept({ token }),
        shop.as(owner).transfers.withdraw({ ticketId }),
      ])
      expect([accepted.status, withdrawn.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

test('a transfer requires a verified email, so that an invented account cannot email strangers', async () => {
  const from = { ...caller(await insertCallers(db, 1), 0), isEmailVerified: false }
  const { tickets } = await buy(from)
  const [ticketId = ''] = tickets
  const start = (by: Caller) => shop.as(by).transfers.start({ ticketId, email: 'once@glass.example' })
  expect(await refusalOf(start(from))).toMatchObject({ code: 'EMAIL_UNVERIFIED', status: 403 })
  await start({ ...from, isEmailVerified: true })
})

test('a transfer email names the time zone of the event', async () => {
  const { services, emails } = createEventShop(db)
  const { tickets } = await buy()
  const [ticketId = ''] = tickets
  await shop.as(mara).transfers.start({ ticketId, email: 'zone@example.com' })
  const { id } = await db
    .selectFrom('ticket_transfers')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  await sendTransferEmail(services, id)
  expect(emails[0]?.text).toMatch(/\d\d:\d\d, London time/u)
})

test('the subject of a transfer email does not contain the sender’s name', () => {
  expect(transferEmailSubject('Dust & Diamonds')).toBe('A ticket for Dust & Diamonds')
})

test('an address gets ten transfers a day from one person and thirty from all; the error says what to do', async () => {
  const people = await insertCallers(db, 4)
  const offer = async (from: Buyer, n: number) => {
    const { tickets } = await buy(from)
    return shop.as(from).transfers.start({ ticketId: tickets[0] ?? '', email: `stranger+${n}@paper.example` })
  }
  for (const from of people.slice(0, 3)) {
    for (let n = 0; n < 10; n += 1) await offer(from, n)
    expect(await refusalOf(offer(from, 10))).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  }
  const fourth = offer(caller(people, 3), 0)
  await expect(fourth).rejects.toMatchObject({ message: expect.stringContaining('use another address') })
})

test('strangers who reach the limit of an address don’t block transfers to the account of this address', async () => {
  const people = await insertCallers(db, 5)
  const known = caller(people, 4)
  await db.updateTable('accounts').set({ email_verified_at: new Date() }).where('id', '=', known.id).execute()
  const offer = async (from: Buyer, email: string) => {
    const { tickets } = await buy(from)
    return shop.as(from).transfers.start({ ticketId: tickets[0] ?? '', email })
  }
  for (const from of people.slice(0, 3)) for (let n = 0; n < 10; n += 1) await offer(from, known.email)
  await offer(caller(people, 3), known.email)
})

test('a refused transfer does not count towards the limit of an address', async () => {
  const [from] = await insertCallers(db, 1)
  if (!from) throw new Error('No caller was inserted')
  const { tickets } = await buy(from)
  const [ticketId = ''] = tickets
  const start = (id = ticketId) =>
    shop.as(from).transfers.start({ ticketId: id, email: 'twice@paper.example' })
  await start()
  for (let n = 0; n < 10; n += 1) expect((await refusalOf(start())).code).toBe('ALREADY_OFFERED')
  await start(tickets[1])
})
