import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { insertCaller, insertCallers, reserveInput, findFaults } from '~tests/support/shop'
import { parseAmountCents, refundCancelledEvents } from '~/features/orders/server/testing'
import { endOrdersAfterCancellation } from './end-orders-after-cancellation'
import { notifyHolderJob } from './notify-holders'
import {
  createEventShop,
  giveGift,
  insertEvent,
  PASSWORD,
  transferTicket,
  ticketsOf,
} from '~tests/support/event-shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const statusMessage = 'The sound system did not make it over the border.'
const getOrder = async (id: string) =>
  await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const listRefunds = async (id: string) =>
  (
    await sql<{ amount_cents: number; reason: string }>`
      select r.amount_cents, r.reason from refunds r join payments p on p.id = r.payment_id where p.order_id = ${id}`.execute(
      db,
    )
  ).rows

describe('R-07 cancelling an event', () => {
  test('canceling an event refunds everyone in full and notifies them, exactly once', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const [one, two, three] = await insertCallers(db, 3)
    if (!one || !two || !three) throw new Error('nobody')
    const orders = [
      await shop.buy(one, sale, [2]),
      await shop.buy(one, sale, [1]),
      await shop.buy(two, sale, [3]),
    ]
    await transferTicket(db, orders[2] ?? '', three)
    const held = await shop.as(three).reserve(reserveInput(sale, [1]))
    const impact = await shop.as(organizer).eventChanges.impact({ eventId })
    expect(impact).toMatchObject({ orders: 3, tickets: 6, cents: 3520 + 1760 + 5280, holds: 1 })

    const response = await shop
      .as(organizer)
      .eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    expect(response).toEqual({ version: 2, status: 'cancelled' })
    expect((await getOrder(held.id)).status).toBe('cancelled')
    await shop.runJobs()

    for (const id of orders) expect((await getOrder(id)).status).toBe('refunded')
    expect(await listRefunds(orders[0] ?? '')).toEqual([{ amount_cents: 3520, reason: 'event_cancelled' }])
    expect(await findFaults(db)).toEqual([])
    expect(shop.emails.map(({ to }) => to).toSorted()).toEqual(
      [one, two, three].map(({ email }) => email).toSorted(),
    )
    const [message] = shop.emailsTo(one)
    for (const text of [statusMessage, '$52.80', 'You don’t need to do anything.'])
      expect(message?.text).toContain(text)
    expect(message?.subject).toBe('Dust & Diamonds is canceled')
    expect(shop.emailsTo(three)[0]?.text).toContain('The money is refunded to the buyer.')
    expect(shop.emailsTo(three)[0]?.text).not.toContain('$')
  })

  test('notifies customers in the app and promises money only to buyers', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const [paid, holds, gifted] = await insertCallers(db, 3)
    if (!paid || !holds || !gifted) throw new Error('nobody')
    await transferTicket(db, await shop.buy(paid, sale, [2]), holds)
    await giveGift(db, eventId, sale.types[0], gifted)
    const everyone = [paid.id, holds.id, gifted.id]
    const { rows: roles } = await sql`
      select from user_roles where user_id = any (${everyone}::uuid[]) and role <> 'customer'`.execute(db)
    expect(roles).toEqual([])
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    await shop.runJobs()
    const rung = await db
      .selectFrom('notifications')
      .select(['user_id', 'kind', 'facts'])
      .where('subject_id', '=', eventId)
      .execute()
    const promised = everyone.map((id) => rung.find(({ user_id: to }) => to === id)?.facts)
    expect(promised).toMatchObject([{ youPlay: false }, { youPlay: true }, { youPlay: true }])
    expect(new Set(rung.map(({ kind }) => kind))).toEqual(new Set(['event_cancelled']))
    expect(shop.live).toContainEqual([expect.arrayContaining(everyone), ['notifications']])
  })

  test('does not mention money to recipients of free tickets', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const [gifted, friend] = await insertCallers(db, 2)
    if (!gifted || !friend) throw new Error('nobody')
    await giveGift(db, eventId, sale.types[0], gifted)
    await transferTicket(
      db,
      await giveGift(db, eventId, sale.types[0], { email: 'press@paper.example' }),
      friend,
    )
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    await shop.runJobs()
    const texts = shop.emails.map(({ text }) => text)
    expect(shop.emails.map(({ to }) => to).toSorted()).toEqual(
      ['press@paper.example', gifted.email, friend.email].toSorted(),
    )
    for (const text of texts) {
      expect(text).toMatch(/Your tickets? (?:is|are) no longer valid/u)
      expect(text).not.toMatch(/paid|bought|money|refund|\$/iu)
    }
  })

  test('no one is refunded twice when a job crashes or runs twice in parallel', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const buyer = await insertCaller(db)
    const orders = [await shop.buy(buyer, sale, [2]), await shop.buy(buyer, sale, [4])]
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    const [job] = shop.waiting
    if (!job) throw new Error('nothing waits')
    await Promise.all([shop.run(job), shop.run(job)])
    const message = shop.waiting.filter(({ name }) => name === notifyHolderJob)
    expect(message).toHaveLength(1)
    const [email] = message
    if (!email) throw new Error('no one is notified')
    await Promise.all([shop.run(email), shop.run(email), shop.run(email)])
    await shop.run(email)
    for (const id of orders) expect(await listRefunds(id)).toHaveLength(1)
    expect(await findFaults(db)).toEqual([])
  })

  test('refunds before delayed emails are sent, and the emails still state the refund', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const buyer = await insertCaller(db)
    const orders = [await shop.buy(buyer, sale, [2]), await shop.buy(buyer, sale, [1])]
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    // Recipients are found by their tickets, so refunds start only after the recipients are recorded.
    expect(await refundCancelledEvents(db)).toBe(0)
    const [job] = shop.waiting.splice(0)
    if (!job) throw new Error('nothing waits')
    await shop.run(job)
    const [one, other] = await Promise.all([refundCancelledEvents(db), refundCancelledEvents(db)])
    expect(one + other).toBe(2)
    for (const id of orders) expect(await listRefunds(id)).toHaveLength(1)
    await shop.runJobs()
    expect(shop.emailsTo(buyer)).toHaveLength(1)
    expect(shop.emailsTo(buyer)[0]?.text).toContain('$52.80')
    expect(await refundCancelledEvents(db)).toBe(0)
    expect(await findFaults(db)).toEqual([])
  })

  test('refunds tickets that were checked in, and cancels free tickets without an amount', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, [
      { total: 20, cents: 1600 },
      { total: 9, cents: 0 },
    ])
    const [buyer, guest] = await insertCallers(db, 2)
    if (!buyer || !guest) throw new Error('nobody')
    const paid = await shop.buy(buyer, sale, [2, 0])
    const free = await shop.buy(guest, sale, [0, 1])
    const [first] = await ticketsOf(db, paid)
    await sql`update tickets set checked_in_at = now() where id = ${first?.id}`.execute(db)
    expect(await shop.as(organizer).eventChanges.impact({ eventId })).toMatchObject({
      orders: 2,
      tickets: 3,
      cents: 3520,
    })
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    await shop.runJobs()
    expect((await ticketsOf(db, paid)).map(({ status }) => status).toSorted()).toEqual([
      'refunded',
      'refunded',
    ])
    expect(await listRefunds(paid)).toEqual([{ amount_cents: 3520, reason: 'event_cancelled' }])
    expect((await ticketsOf(db, free)).map(({ status }) => status)).toEqual(['cancelled'])
    expect(shop.emailsTo(guest)[0]?.text).toContain('there is nothing to refund')
  })

  test('refunds a payment for a hold that ended, and an order that was confirmed during the cancellation', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const [slow, lucky] = await insertCallers(db, 2)
    if (!slow || !lucky) throw new Error('nobody')
    const { id } = await shop.as(slow).reserve(reserveInput(sale, [1]))
    const { redirectUrl } = await shop.as(slow).startPayment({ orderId: id })
    const reference = redirectUrl.split('/').at(-1) ?? ''
    const slipped = await shop.buy(lucky, sale, [1])
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    const { outcome } = await shop.sales.settle({ reference, amountCents: parseAmountCents(reference) ?? 0 })
    expect(outcome).toBe('returned')
    const [job] = shop.waiting.splice(0)
    if (!job) throw new Error('nothing waits')
    await shop.run(job)
    // Simulates a payment that was honored during the cancellation, before its job.
    shop.waiting.length = 0
    await sql`update orders set confirmed_at = clock_timestamp() where id = ${slipped}`.execute(db)
    expect(await endOrdersAfterCancellation(db, shop.services.jobs)).toBe(1)
    await shop.runJobs()
    expect((await getOrder(slipped)).status).toBe('refunded')
    expect(await endOrdersAfterCancellation(db, shop.services.jobs)).toBe(0)
    expect(await findFaults(db)).toEqual([])
  })

  test('cancels only once, with the right password, on the current version, and for permitted callers', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const manager = await insertCaller(db)
    await sql`insert into event_people (event_id, person_id, relation) values (${eventId}, ${manager.id}, 'manager')`.execute(
      db,
    )
    const request = { eventId, version: 1, statusMessage, password: PASSWORD }
    const cancelAs = (caller: typeof organizer, more: object = {}) =>
      shop.as(caller).eventChanges.cancel({ ...request, ...more })
    await expect(cancelAs({ ...manager, roles: ['user'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      shop.as({ ...manager, roles: ['user'] }).eventChanges.impact({ eventId }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(cancelAs(organizer, { password: undefined })).rejects.toMatchObject({
      code: 'PASSWORD_MISSING',
    })
    await expect(cancelAs(organizer, { password: 'wrong' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await expect(cancelAs(organizer, { statusMessage: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(cancelAs(organizer, { version: 7 })).rejects.toMatchObject({ code: 'CHANGED' })
    const both = await Promise.allSettled([cancelAs(organizer), cancelAs(organizer)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(cancelAs(organizer)).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
      data: { status: 'cancelled' },
    })
    await expect(shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))).rejects.toMatchObject({
      code: 'EVENT_CANCELLED',
    })
    const audit = await db
      .selectFrom('audit_log')
      .select('details')
      .where('subject_id', '=', eventId)
      .where('action', '=', 'events.cancel')
      .execute()
    expect(audit).toHaveLength(1)
  })

  test('refuses to cancel an event that is over', async () => {
    const shop = createEventShop(db)
    const { organizer, eventId } = await insertEvent(db, undefined, {
      date: new Date(Date.now() - 86_400_000),
    })
    await expect(
      shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD }),
    ).rejects.toMatchObject({ code: 'OVER' })
  })
})
