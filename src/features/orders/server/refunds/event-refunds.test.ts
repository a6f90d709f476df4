import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEventShop, insertEvent, ticketsOf } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { sendRefunds } from './send-refunds'

const { db } = await openShop()

async function openEvent() {
  const shop = createEventShop(db)
  const { organizer, sale, eventId } = await insertEvent(db, [
    { total: 200, cents: 1600 },
    { total: 20, cents: 1000 },
  ])
  const buyer = await insertCaller(db)
  const list = (after?: string) => shop.as(organizer).sales.refunds({ eventId, after })
  return { shop, organizer, sale, eventId, buyer, list }
}

test('lists the refunds of an event with buyer, tickets, state and sums, newest first', async () => {
  const { shop, organizer, sale, buyer, list } = await openEvent()
  expect(await list()).toMatchObject({
    event: { title: 'Dust & Diamonds' },
    sums: { count: 0, approvedCents: 0, sentCents: 0, waiting: 0, waitingCents: 0 },
    refunds: [],
    nextCursor: null,
  })
  const first = await shop.buy(buyer, sale, [2, 1])
  const second = await shop.buy(buyer, sale, [2, 0])
  await shop.as(organizer).refunds.order({ orderId: first, reason: 'Double booked' })
  await sendRefunds(shop)
  const [ticket] = await ticketsOf(db, second)
  await shop.as(organizer).refunds.ticket({ ticketId: ticket?.id ?? '', reason: 'Ill' })
  await sql`update refunds set is_balance_low = true where status = 'requested'`.execute(db)
  const { sums, refunds } = await list()
  expect(sums).toEqual({ count: 2, approvedCents: 6380, sentCents: 4620, waiting: 1, waitingCents: 1760 })
  expect(refunds).toMatchObject([
    { state: 'waiting', amountCents: 1760, buyerName: 'Mara Voss', sentAt: null, tickets: [{ quantity: 1 }] },
    { state: 'sent', amountCents: 4620, tickets: [{ quantity: 2 }, { quantity: 1 }] },
  ])
  expect(refunds[1]?.sentAt).not.toBeNull()
})

test('a rejected refund counts as approved, not as sent; a lost dispute and a late payment are left out', async () => {
  const { shop, organizer, sale, eventId, buyer, list } = await openEvent()
  const refund = async () => {
    const orderId = await shop.buy(buyer, sale, [1])
    await shop.as(organizer).refunds.order({ orderId, reason: 'Ill' })
    return orderId
  }
  const change = (orderId: string, values: ReturnType<typeof sql>) =>
    sql`update refunds r set ${values} from payments p where p.id = r.payment_id and p.order_id = ${orderId}`.execute(
      db,
    )
  await change(await refund(), sql`status = 'failed', rejection = 'declined'`)
  await change(await refund(), sql`status = 'done', reason = 'dispute_lost'`)
  await sql`with late as (
      insert into payments (order_id, provider, provider_reference, status, amount_cents)
      select id, 'sandbox', 'late', 'returned', 1760 from orders where event_id = ${eventId} limit 1 returning id)
    insert into refunds (payment_id, amount_cents, reason) select id, 1760, 'already_paid' from late`.execute(
    db,
  )
  const { sums, refunds } = await list()
  expect(sums).toMatchObject({ count: 1, approvedCents: 1760, sentCents: 0 })
  expect(refunds).toMatchObject([{ state: 'rejected', rejection: 'declined' }])
})

test('the organizer pays a failed refund another way, once, and it is not sent again', async () => {
  const { shop, organizer, sale, eventId, buyer, list } = await openEvent()
  await sql`update events set currency = 'GBP' where id = ${eventId}`.execute(db)
  const orderId = await shop.buy(buyer, sale, [1])
  await shop.as(organizer).refunds.order({ orderId, reason: 'Ill' })
  const [refund] = (await list()).refunds
  const refundId = refund?.id ?? ''
  const pay = (person = organizer) =>
    shop.as(person).sales.payRefundAnotherWay({ eventId, refundId, otherPayment: 'Cash at the door.' })
  // The refund is still being sent, so it has not failed.
  await expect(pay()).rejects.toMatchObject({ code: 'NOT_FAILED' })
  await sql`update refunds set status = 'failed', rejection = 'declined' where id = ${refundId}`.execute(db)
  await expect(pay((await openEvent()).organizer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const results = await Promise.allSettled([pay(), pay()])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { sums, refunds } = await list()
  expect(refunds).toMatchObject([{ state: 'paid_another_way', otherPayment: 'Cash at the door.' }])
  expect(sums).toMatchObject({ approvedCents: 1760, sentCents: 1760 })
  expect(await shop.as(buyer).getOrder({ id: orderId })).toMatchObject({
    refunds: [{ state: 'paid_another_way', otherPayment: 'Cash at the door.', failedAt: null }],
  })
  await sendRefunds(shop)
  expect((await list()).refunds).toEqual(refunds)
  const audit = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', refundId).execute()
  expect(audit).toMatchObject([
    {
      action: 'money.pay_refund_another_way',
      actor_id: organizer.id,
      details: { cents: 1760, currency: 'GBP' },
    },
  ])
})

test('an admin pays a failed refund another way; a refund of another event stays as it is', async () => {
  const { shop, organizer, sale, eventId, buyer } = await openEvent()
  const orderId = await shop.buy(buyer, sale, [1])
  await shop.as(organizer).refunds.order({ orderId, reason: 'Ill' })
  const failed = await sql<{ id: string }>`update refunds r set status = 'failed' from payments p
    where p.id = r.payment_id and p.order_id = ${orderId} returning r.id`.execute(db)
  const refundId = failed.rows[0]?.id ?? ''
  const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
  const pay = (id: string) =>
    shop.as(admin).sales.payRefundAnotherWay({ eventId: id, refundId, otherPayment: 'Bank transfer.' })
  await expect(pay((await openEvent()).eventId)).rejects.toMatchObject({ code: 'NOT_FAILED' })
  expect(await pay(eventId)).toEqual({})
})

test('pages with 50 refunds', async () => {
  const { shop, sale, buyer, list } = await openEvent()
  const orderId = await shop.buy(buyer, sale, [10])
  await sql`insert into refunds (payment_id, amount_cents, reason)
    select p.id, 1, 'Ill.' from payments p, generate_series(1, 51) where p.order_id = ${orderId}`.execute(db)
  const first = await list()
  expect(first.refunds).toHaveLength(50)
  const second = await list(first.nextCursor ?? '')
  expect(second.refunds).toHaveLength(1)
  expect(second.nextCursor).toBeNull()
  expect(second.sums.count).toBe(51)
})

test('refuses a buyer, and treats another organizer’s event like one that doesn’t exist', async () => {
  const { shop, buyer, eventId } = await openEvent()
  const { organizer: other } = await insertEvent(db)
  await expect(shop.as(buyer).sales.refunds({ eventId })).rejects.toMatchObject({ code: 'MEMBERS_ONLY' })
  for (const id of [eventId, '018cc251-0000-7000-8000-00000000dead'])
    await expect(shop.as(other).sales.refunds({ eventId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
