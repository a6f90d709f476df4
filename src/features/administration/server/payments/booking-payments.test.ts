import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Currency } from '~/lib/currency'
import { insertCaller, openShop } from '~tests/support/shop'
import { openStripeBooking } from '~tests/support/stripe/stripe-booking'
import { administrationCalls } from '../calls'
import type { Context } from '../context'

const { db } = await openShop()

async function open(currency: Currency = 'USD') {
  const booking = await openStripeBooking(db, { currency })
  const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
  const context = { ...booking.shop.contextOf(admin), payments: booking.payments } as unknown as Context
  const failures = {
    ...context,
    jobs: { ...context.jobs, listFailed: async () => [], countFailed: async () => 0 },
  } as unknown as Context
  const { number } = await db
    .selectFrom('bookings')
    .select('booking_number as number')
    .where('id', '=', booking.bookingId)
    .executeTakeFirstOrThrow()
  return {
    ...booking,
    number,
    admin,
    calls: createRouterClient(administrationCalls, { context }).payments,
    attention: createRouterClient(administrationCalls, { context: failures }).attention,
  }
}

test('the payment of a booking is listed with its number, event and client', async () => {
  const { calls, pay, bookingId, number, organizer, reference } = await open()
  await pay()
  const { payments } = await calls.list({})
  expect(payments[0]).toMatchObject({
    orderId: null,
    bookingId,
    number,
    eventTitle: 'Dust & Diamonds',
    buyerEmail: organizer.email,
    amountCents: 3_000,
    status: 'approved',
    reference,
    refundedCents: 0,
  })
})

test('finds the payment of a booking by number, client, and whole reference, even if it isn’t among the newest', async () => {
  const { calls, bookingId, number, organizer, reference } = await open()
  const search = async (q: string) => (await calls.list({ q })).payments.map((row) => row.reference)
  const find = async () => {
    for (const q of [number, number.toLowerCase(), organizer.email?.toUpperCase() ?? '', reference])
      expect(await search(q), q).toEqual([reference])
    for (const q of ['%', reference.slice(4), bookingId]) expect(await search(q), q).toEqual([])
  }
  await find()
  expect(await search('Mara Voss')).toContain(reference)
  const { bookingId: busyId, eventId } = await open()
  await sql`insert into payments (booking_id, event_id, purpose, provider, provider_reference, amount_cents, created_at)
    select ${busyId}, ${eventId}, 'balance', 'sandbox', 'sbx_busy_' || n, 100, now() + n * interval '1 second'
    from generate_series(1, 1000) n`.execute(db)
  await find()
  await sql`delete from payments where provider = 'sandbox'`.execute(db)
})

test('shows the payment of a booking with its history and its state at Stripe', async () => {
  const { calls, pay, reference, bookingId, number, standIn, deliver } = await open()
  await pay()
  standIn.openDispute(reference, 'fraudulent')
  await deliver()
  const { steps, ...payment } = await calls.get({ reference })
  expect(payment).toMatchObject({ bookingId, number, status: 'approved' })
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['started', 'settled', 'report', 'dispute']))
  expect(await calls.check({ reference })).toEqual({ state: 'approved', amountCents: 3_000, reason: null })
})

test('an open dispute of a booking payment needs attention, with a link to the booking', async () => {
  const { calls, pay, reference, bookingId, number, standIn, deliver } = await open()
  await pay()
  const { id } = standIn.openDispute(reference, 'fraudulent')
  await deliver()
  const { openDisputes } = await calls.attention()
  expect(openDisputes.rows).toContainEqual(
    expect.objectContaining({ id, reference, bookingId, number, eventTitle: 'Dust & Diamonds' }),
  )
  expect(openDisputes.count).toBe(openDisputes.rows.length)
})

test('a booking payment without a result needs attention only if the check at Stripe is overdue', async () => {
  const { calls, start, reference } = await open()
  await start()
  await sql`update payments set created_at = now() - interval '3 days' where provider_reference = ${reference}`.execute(
    db,
  )
  const list = async () => {
    const { withoutResult } = await calls.attention()
    expect(withoutResult.count).toBe(withoutResult.rows.length)
    return withoutResult.rows.map((row) => row.reference)
  }
  expect(await list()).not.toContain(reference)
  await sql`update payments set check_at = now() - interval '3 minutes' where provider_reference = ${reference}`.execute(
    db,
  )
  expect(await list()).toContain(reference)
})

test('a bank that takes days and a failed refund are listed as failures, and the refund can be retried', async () => {
  const { attention, standIn, reference, number, bookingId, organizer, admin, start, check } =
    await open('EUR')
  await start()
  standIn.confirm(reference, 'pm_bank_debit')
  await check()
  await sql`update payments set processing_since = now() - interval '1 day' where provider_reference = ${reference}`.execute(
    db,
  )
  const row = { number, bookingId, buyer: organizer.email, amountCents: 3_000, currency: 'EUR' }
  expect((await attention.failures()).payments).toMatchObject([row])
  const { rows } = await sql<{ id: string }>`
    insert into refunds (payment_id, amount_cents, reason, status, settled_at, attempts)
    select id, amount_cents, 'booking_cancelled', 'failed', now(), 18 from payments where provider_reference = ${reference}
    returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  expect((await attention.failures()).refunds).toMatchObject([{ id, ...row, attempts: 18 }])
  await attention.retryRefund({ id })
  expect((await attention.failures()).refunds).toEqual([])
  const audit = db.selectFrom('audit_log').select(['action', 'details']).where('actor_id', '=', admin.id)
  expect(await audit.execute()).toEqual([
    { action: 'money.retry_refund', details: { booking: number, cents: 3_000, currency: 'EUR' } },
  ])
})
