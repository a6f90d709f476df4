import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller, openShop } from '~tests/support/shop'
import { insertBooking, openBooks } from '../testing'
import { notifyUncovered } from './notify-uncovered'

const { db } = await openShop()
const HOUR = 3_600_000

/** Creates an event with a guaranteed fee of $48.00. Its doors open an hour before the event starts. */
async function openEvent() {
  const books = await openBooks(db)
  const { eventId, organizer, clock, services } = books
  const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const bookingId = await insertBooking(
    db,
    { eventId, organizer, dj },
    { feeCents: 4_800, deal: { isFeeGuaranteed: true } },
  )
  const { rows } = await sql<{ startsAt: Date }>`
    update events set doors_at = event_date - interval '1 hour' where id = ${eventId} returning event_date as "startsAt"`.execute(
    db,
  )
  const doorsAt = new Date((rows[0]?.startsAt ?? new Date()).getTime() - HOUR)
  /** Runs the job `hours` before the doors open. */
  const run = (hours: number) => {
    clock.now = new Date(doorsAt.getTime() - hours * HOUR)
    return notifyUncovered(services)
  }
  const listNotified = async (id = bookingId) => {
    const result = await sql<{ userId: string; cents: number }>`
      select user_id as "userId", (facts->>'amountCents')::integer as cents from notifications
      where subject_id = ${id} and kind = 'booking_uncovered' order by id`.execute(db)
    return result.rows
  }
  const getCoverage = () => books.as(dj).settlement.coverage({ bookingId })
  return { ...books, dj, bookingId, run, listNotified, getCoverage }
}

test('both sides are notified 72 hours before the doors open, once', async () => {
  const { organizer, dj, run, listNotified, sell, getCoverage } = await openEvent()
  await sell([2])
  expect(await run(72.1)).toBe(0)
  expect(await getCoverage()).toMatchObject({ heldCents: 3_200, feeCents: 4_800, isShort: false })
  expect(await run(72)).toBe(2)
  expect(await run(71)).toBe(0)
  expect(await listNotified()).toEqual([
    { userId: organizer.id, cents: 1_600 },
    { userId: dj.id, cents: 1_600 },
  ])
  expect(await getCoverage()).toMatchObject({ isShort: true })
})

test('no one is notified while tickets cover the fee, until a refund uncovers it', async () => {
  const { run, sell, getCoverage, listNotified } = await openEvent()
  const orderId = await sell([3])
  expect(await run(72)).toBe(0)
  expect(await getCoverage()).toMatchObject({ heldCents: 4_800, isShort: false })
  await sql`select refund_tickets(${orderId}::uuid, array[(select id from tickets where order_id = ${orderId} limit 1)], 'holder', true)`.execute(
    db,
  )
  expect(await run(70)).toBe(2)
  expect(await listNotified()).toHaveLength(2)
})

test('a booking that is added later and a fee that is raised later are notified, each once', async () => {
  const { eventId, organizer, bookingId, run, listNotified } = await openEvent()
  expect(await run(72)).toBe(2)
  const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const deal = { isFeeGuaranteed: true }
  const laterId = await insertBooking(db, { eventId, organizer, dj }, { feeCents: 2_000, deal })
  expect(await run(60)).toBe(2)
  expect(await run(59)).toBe(0)
  expect(await listNotified(laterId)).toEqual([
    { userId: organizer.id, cents: 2_000 },
    { userId: dj.id, cents: 2_000 },
  ])
  await sql`update bookings set fee_cents = 6_000 where id = ${bookingId}`.execute(db)
  expect(await run(58)).toBe(2)
  expect(await run(57)).toBe(0)
  expect((await listNotified()).map(({ cents }) => cents)).toEqual([4_800, 4_800, 6_000, 6_000])
})

test('a top-up of the organizer covers the rest', async () => {
  const { organizer, shop, bookingId, run, sell, getCoverage } = await openEvent()
  await sell([2])
  const { redirectUrl } = await shop
    .as(organizer)
    .bookingPayments.pay({ bookingId, purpose: 'balance', amountCents: 1_600 })
  await shop.as(null).sandbox.decide({
    reference: redirectUrl.slice('/pay/sandbox/'.length),
    decision: 'approve',
  })
  expect(await run(71)).toBe(0)
  expect(await getCoverage()).toMatchObject({ heldCents: 4_800, isShort: false })
})

test('no one is notified about an event that was cancelled or is over', async () => {
  const { run, eventId } = await openEvent()
  expect(await run(-30)).toBe(0)
  await sql`update events set event_status = 'cancelled' where id = ${eventId}`.execute(db)
  expect(await run(10)).toBe(0)
})
