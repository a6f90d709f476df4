import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { computeRefundShare } from '../../rules/refund-share'
import { createEventShop, insertEvent, transferTicket, ticketsOf } from '~tests/support/event-shop'
import { findFaults, insertCaller, insertCallers } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const openFor = (eventId: string, ms: number) =>
  sql`update events set refundable_until = ${new Date(Date.now() + ms)} where id = ${eventId}`.execute(db)
const HOUR = 3_600_000
const checkIn = (ticketId: string | undefined) =>
  sql`update tickets set checked_in_at = now() where id = ${ticketId} and status = 'valid'`.execute(db)

describe('R-07 refunds by the organizer', () => {
  test('refunds one ticket, then the rest, for the amounts that the dialog shows; they sum to the amount paid', async () => {
    const shop = createEventShop(db)
    const { organizer, sale } = await insertEvent(db, [
      { total: 20, cents: 1605 },
      { total: 20, cents: 999 },
    ])
    const buyer = await insertCaller(db)
    const order = await shop.buy(buyer, sale, [2, 1])
    const paid = (await shop.as(buyer).getOrder({ id: order })).totalCents
    const dashboard = shop.as(organizer)
    let sum = 0
    for (const { id } of await ticketsOf(db, order)) {
      const look = await dashboard.refunds.getRefundable({ orderId: order })
      if (!look.money) throw new Error('the organizer sees no money')
      const type = look.tickets.find((ticket) => ticket.id === id)?.ticketTypeId ?? ''
      const { cents } = computeRefundShare(look.money, new Map([[type, 1]]))
      const result = await dashboard.refunds.ticket({ ticketId: id, reason: 'Double booked' })
      expect(result.cents).toBe(cents)
      sum += result.cents
      expect((await dashboard.refunds.getRefundable({ orderId: order })).money?.refundedCents).toBe(sum)
      await shop.runJobs()
    }
    expect(sum).toBe(paid)
    expect((await shop.as(buyer).getOrder({ id: order })).status).toBe('refunded')
    await expect(dashboard.refunds.order({ orderId: order, reason: 'Again' })).rejects.toMatchObject({
      code: 'NOTHING_TO_REFUND',
    })
    expect(await findFaults(db)).toEqual([])
    const emails = shop.emailsTo(buyer).filter(({ subject }) => subject === 'Your refund for Dust & Diamonds')
    expect(emails).toHaveLength(3)
    expect(emails[0]?.text).toContain('Double booked.')
    expect(emails[0]?.text).toContain('2 tickets')
    expect(emails[2]?.text).not.toContain('Still valid')
  })

  test('notifies check-in devices of completed refunds only, not of refused ones', async () => {
    const shop = createEventShop(db)
    const notifyPhones = vi.spyOn(shop.contextOf(null).checkIns, 'notify')
    const { organizer, sale, eventId } = await insertEvent(db)
    const buyer = await insertCaller(db)
    const order = await shop.buy(buyer, sale, [2])
    const [first] = await ticketsOf(db, order)
    await shop.as(organizer).refunds.ticket({ ticketId: first?.id ?? '', reason: 'Double booked' })
    expect(notifyPhones.mock.calls).toEqual([[eventId]])
    await openFor(eventId, HOUR)
    await shop.as(buyer).refunds.own({ orderId: order })
    expect(notifyPhones.mock.calls).toEqual([[eventId], [eventId]])
    await expect(shop.as(organizer).refunds.order({ orderId: order, reason: 'Again' })).rejects.toThrow()
    expect(notifyPhones.mock.calls).toHaveLength(2)
  })

  test('refunds all tickets that are not checked in, and hides the amount from the recipient of a transfer', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const [buyer, friend] = await insertCallers(db, 2)
    if (!buyer || !friend) throw new Error('nobody')
    const order = await shop.buy(buyer, sale, [3])
    const passed = await transferTicket(db, order, friend)
    const inside = (await ticketsOf(db, order)).find(({ id }) => id !== passed)
    await checkIn(inside?.id)
    await expect(
      shop.as(organizer).refunds.ticket({ ticketId: inside?.id ?? '', reason: 'No' }),
    ).rejects.toMatchObject({ code: 'CHECKED_IN' })
    const result = await shop.as(organizer).refunds.order({ orderId: order, reason: 'Moved away' })
    expect(result).toMatchObject({ cents: 3520, isComplete: false })
    const counts = { own: 1, transferred: 0, refunded: 2, cancelled: 0 }
    expect(await shop.as(buyer).getOrder({ id: order })).toMatchObject({ ticketCounts: counts })
    await shop.runJobs()
    expect(shop.emailsTo(buyer)[0]?.text).toContain('$35.20')
    expect(shop.emailsTo(friend)[0]?.text).not.toContain('$')
    const listed = await shop.as(organizer).sales.orders({ eventId, q: buyer.email.toUpperCase() })
    expect(listed.orders).toMatchObject([{ refundedCents: 3520, totalCents: 5280, status: 'confirmed' }])
    expect(listed.orders[0]?.tickets.map(({ status }) => status).toSorted()).toEqual([
      'refunded',
      'refunded',
      'valid',
    ])
    for (const q of ['%', 'a\u0000b'])
      expect((await shop.as(organizer).sales.orders({ eventId, q })).orders).toEqual([])
    const audit = await db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'tickets.refund')
      .where('subject_id', '=', order)
      .execute()
    expect(audit).toMatchObject([{ details: { cents: 3520, count: 2, reason: 'Moved away.' } }])
  })

  test('refuses to refund for people without permission, and tickets of another order', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db)
    const other = await insertEvent(db)
    const buyer = await insertCaller(db)
    const order = await shop.buy(buyer, sale, [1])
    const elsewhere = await shop.buy(buyer, other.sale, [1])
    const [ticket] = await ticketsOf(db, elsewhere)
    for (const actor of [other.organizer, { ...buyer, roles: ['user' as const] }]) {
      await expect(shop.as(actor).refunds.order({ orderId: order, reason: 'Mine' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await expect(shop.as(actor).sales.orders({ eventId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(
      shop
        .as(organizer)
        .refunds.order({ orderId: order, ticketIds: [ticket?.id ?? ''], reason: 'Wrong one' }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_REFUND' })
    await expect(
      shop.as(organizer).refunds.ticket({ ticketId: ticket?.id ?? '', reason: 'Wrong one' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(shop.as(other.organizer).refunds.getRefundable({ orderId: order })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await findFaults(db)).toEqual([])
  })
})

describe('C-02 refunds by the holder', () => {
  test('refunds one of two tickets during the return period and keeps the other valid', async () => {
    const shop = createEventShop(db)
    const { sale, eventId } = await insertEvent(db)
    const buyer = await insertCaller(db)
    const order = await shop.buy(buyer, sale, [2])
    const [first, second] = await ticketsOf(db, order)
    const give = () => shop.as(buyer).refunds.own({ orderId: order, ticketIds: [first?.id ?? ''] })
    await expect(give()).rejects.toMatchObject({ code: 'TOO_LATE' })
    await openFor(eventId, -1)
    await expect(give()).rejects.toMatchObject({ code: 'TOO_LATE' })
    await openFor(eventId, HOUR)
    expect((await shop.as(buyer).refunds.getRefundable({ orderId: order })).refundDeadline).not.toBeNull()
    expect(await give()).toMatchObject({ cents: 1760, isComplete: false, tickets: [{ id: first?.id }] })
    await expect(give()).rejects.toMatchObject({ code: 'NOTHING_TO_REFUND' })
    expect((await shop.as(buyer).getTicket({ id: second?.id ?? '' })).status).toBe('valid')
    expect(await shop.as(buyer).getOrder({ id: order })).toMatchObject({
      refundedCents: 1760,
      status: 'confirmed',
    })
    await shop.runJobs()
    expect(shop.emailsTo(buyer)[0]?.text).toContain('$17.60')
    expect(shop.emailsTo(buyer)[0]?.text).toContain('One ticket')
    expect(await findFaults(db)).toEqual([])
  })

  test('refunds only tickets that the caller holds, and pays the buyer', async () => {
    const shop = createEventShop(db)
    const { sale, eventId } = await insertEvent(db)
    const [buyer, friend] = await insertCallers(db, 2)
    if (!buyer || !friend) throw new Error('nobody')
    const order = await shop.buy(buyer, sale, [2])
    const passed = await transferTicket(db, order, friend)
    const remaining = (await ticketsOf(db, order)).find(({ id }) => id !== passed)
    await openFor(eventId, HOUR)
    const look = await shop.as(friend).refunds.getRefundable({ orderId: order })
    expect(look.tickets.map(({ id }) => id)).toEqual([passed])
    expect(look.money).toBeNull()
    expect((await shop.as(buyer).refunds.getRefundable({ orderId: order })).money?.lines).toMatchObject([
      { quantity: 2, moneyCents: 3200 },
    ])
    await expect(
      shop.as(friend).refunds.own({ orderId: order, ticketIds: [remaining?.id ?? ''] }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_REFUND' })
    expect(await shop.as(friend).refunds.own({ orderId: order })).toMatchObject({
      tickets: [{ id: passed }],
      cents: null,
    })
    await shop.runJobs()
    expect(shop.emailsTo(buyer)[0]?.text).toContain('$17.60')
    expect(shop.emailsTo(friend)[0]?.text).not.toContain('$')
    await expect(shop.as(await insertCaller(db)).refunds.own({ orderId: order })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('of a concurrent refund, check-in and second refund of one ticket, the first one wins', async () => {
    const shop = createEventShop(db)
    const { sale, eventId } = await insertEvent(db)
    const buyer = await insertCaller(db)
    await openFor(eventId, HOUR)
    for (let round = 0; round < 5; round++) {
      const order = await shop.buy(buyer, sale, [1])
      const [ticket] = await ticketsOf(db, order)
      const [first, second] = await Promise.allSettled([
        shop.as(buyer).refunds.own({ orderId: order }),
        shop.as(buyer).refunds.own({ orderId: order }),
        checkIn(ticket?.id),
      ])
      const given = [first, second].filter((result) => result?.status === 'fulfilled').length
      const { rows } = await sql<{ status: string; is_in: boolean }>`
        select status, checked_in_at is not null as is_in from tickets where id = ${ticket?.id}`.execute(db)
      expect(rows).toEqual([
        given === 1 ? { status: 'refunded', is_in: false } : { status: 'valid', is_in: true },
      ])
    }
    expect(await findFaults(db)).toEqual([])
  })
})
