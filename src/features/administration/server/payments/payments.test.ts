import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import { administrationCalls } from '../calls'
import type { Context } from '../context'

const { db } = await openShop()

async function open(options: Parameters<typeof createStripeShop>[1] = {}) {
  const stripe = await createStripeShop(db, options)
  const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
  const context = { ...stripe.shop.contextOf(admin), payments: stripe.payments } as unknown as Context
  const client = createRouterClient(administrationCalls, { context })
  /** Reserves tickets and presses Pay as a buyer. */
  async function start() {
    const buyer = await insertCaller(db)
    const own = stripe.shop.as(buyer)
    const { id: orderId, totalCents } = await own.reserve(
      reserveInput(await insertSale(db, [{ total: 2 }]), [2]),
    )
    const { redirectUrl } = await own.startPayment({ orderId })
    const reference = redirectUrl.slice('/pay/stripe/'.length)
    await own.stripe.start({ reference, amountCents: totalCents })
    const { orderNumber: number } = await own.getOrder({ id: orderId })
    const check = () => own.stripe.check({ reference })
    return { buyer, orderId, totalCents, reference, number, check }
  }
  return { ...stripe, admin, context, payments: client.payments, start }
}

const getRow = (reference: string) =>
  db.selectFrom('payments').selectAll().where('provider_reference', '=', reference).executeTakeFirstOrThrow()

async function insertEvent(
  set: Partial<{ payment_id: string; handled_at: Date; last_error: string; next_attempt_at: Date }> = {},
) {
  const id = `evt_${newId()}X`
  await db
    .insertInto('payment_events')
    .values({ id, kind: 'payment_intent.succeeded', object_id: 'pi_1', attempts: 6, ...set })
    .execute()
  return id
}

async function insertRefund(
  paymentId: string,
  set: { amount_cents: number; status: string; last_error?: string },
) {
  await db
    .insertInto('refunds')
    .values({ payment_id: paymentId, reason: 'ticket', ...set })
    .execute()
}

test('lists payments newest first, with order, buyer, ids, state and refunds', async () => {
  const { payments, standIn, start } = await open()
  const [first, second] = [await start(), await start()]
  standIn.confirm(second.reference, 'pm_card_visa')
  await second.check()
  const { id, provider_payment_id: providerPaymentId } = await getRow(second.reference)
  await insertRefund(id, { amount_cents: 300, status: 'done' })
  await insertRefund(id, { amount_cents: 200, status: 'failed' })
  const { payments: rows } = await payments.list({})
  expect(rows.slice(0, 2)).toMatchObject([
    {
      orderId: second.orderId,
      bookingId: null,
      number: second.number,
      buyerEmail: second.buyer.email,
      amountCents: second.totalCents,
      provider: 'stripe',
      providerPaymentId,
      reference: second.reference,
      status: 'approved',
      declineReason: null,
      refundedCents: 300,
      refundStatuses: ['done', 'failed'],
    },
    { reference: first.reference, status: 'started', settledAt: null, refundedCents: 0, refundStatuses: [] },
  ])
  expect(rows[0]).not.toHaveProperty('id')
})

test('finds payments by a part of number, email or name, and by whole reference or provider’s id', async () => {
  const { payments, start } = await open()
  const { reference, number, buyer } = await start()
  const { provider_payment_id: intent } = await getRow(reference)
  const search = async (q: string) => (await payments.list({ q })).payments.map((row) => row.reference)
  for (const q of [
    number,
    ` ${number.toLowerCase()} `,
    buyer.email.toUpperCase(),
    buyer.email.slice(0, -6),
    reference,
    reference.toUpperCase(),
    intent ?? '',
  ])
    expect(await search(q), q).toEqual([reference])
  expect(await search(number.slice(0, 3))).toContain(reference)
  for (const q of ['%', '_', reference.slice(4), 'nothing@here', '\u0000nothing'])
    expect(await search(q), q).toEqual([])
})

test('pages in both directions', async () => {
  const { payments, start } = await open()
  const { orderId, number } = await start()
  await sql`insert into payments (order_id, provider, provider_reference, amount_cents, created_at)
    select ${orderId}, 'sandbox', 'sbx_many_' || n, 100, now() - n * interval '1 second'
    from generate_series(1, 30) n`.execute(db)
  const first = await payments.list({ q: number })
  expect(first).toMatchObject({ from: 1, previousCursor: null })
  expect(first.payments).toHaveLength(25)
  const second = await payments.list({ q: number, after: first.nextCursor ?? '' })
  expect(second).toMatchObject({ from: 26, nextCursor: null })
  expect(second.payments).toHaveLength(6)
  expect(await payments.list({ q: number, before: second.previousCursor ?? '' })).toEqual(first)
})

test('a payment has its history in order of time', async () => {
  const { payments, standIn, start } = await open()
  const { reference, check } = await start()
  standIn.confirm(reference, 'pm_card_visa_chargeDeclined')
  await check()
  const { steps: before } = await payments.get({ reference })
  expect(before).toMatchObject([{ kind: 'started' }, { kind: 'declined', reason: expect.any(String) }])
  standIn.confirm(reference, 'pm_card_visa')
  await check()
  const { id, provider_payment_id: paymentId } = await getRow(reference)
  await insertEvent({ payment_id: paymentId ?? '', last_error: 'Error: too late' })
  await insertEvent({ payment_id: 'pi_another' })
  await insertRefund(id, { amount_cents: 100, status: 'failed', last_error: 'account closed' })
  await sql`insert into disputes (id, payment_id, amount_cents, reason, status, opened_at)
    values ('dp_history', ${id}, 100, 'fraudulent', 'won', now() + interval '1 day')`.execute(db)
  const { steps, status } = await payments.get({ reference })
  expect(status).toBe('approved')
  expect(steps).toMatchObject([
    { kind: 'started' },
    { kind: 'settled', outcome: 'approved' },
    { kind: 'report', type: 'payment_intent.succeeded', error: 'Error: too late', handledAt: null },
    { kind: 'refund', amountCents: 100, status: 'failed', error: 'account closed' },
    { kind: 'dispute', reason: 'fraudulent', status: 'won' },
  ])
  await expect(payments.get({ reference: 'b2b_nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a check says what the provider knows and changes nothing', async () => {
  const { payments, standIn, start } = await open()
  const { reference, totalCents } = await start()
  expect(await payments.check({ reference })).toEqual({ state: 'open', amountCents: null, reason: null })
  standIn.confirm(reference, 'pm_card_visa_chargeDeclined')
  expect(await payments.check({ reference })).toMatchObject({ state: 'declined', reason: expect.any(String) })
  standIn.confirm(reference, 'pm_card_visa')
  const before = await getRow(reference)
  expect(await payments.check({ reference })).toEqual({
    state: 'approved',
    amountCents: totalCents,
    reason: null,
  })
  expect(await getRow(reference)).toEqual(before)
  expect(before.status).toBe('started')
})

test('a check says that the provider did not respond, never heard of it, or is not configured', async () => {
  const { payments, standIn, start } = await open()
  const { reference, orderId } = await start()
  standIn.disturb(/GET .*payment_intents/, { kind: 'fails', status: 500 })
  expect(await payments.check({ reference })).toMatchObject({ state: 'unavailable' })
  await sql`insert into payments (order_id, provider, provider_reference, amount_cents)
    values (${orderId}, 'stripe', 'b2b_never_paid', 100), (${orderId}, 'sandbox', 'sbx_100_old', 100)`.execute(
    db,
  )
  expect(await payments.check({ reference: 'b2b_never_paid' })).toMatchObject({ state: 'unknown' })
  expect(await payments.check({ reference: 'sbx_100_old' })).toMatchObject({ state: 'not_configured' })
  await expect(payments.check({ reference: 'b2b_nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('counts and lists what needs attention', async () => {
  const { payments, standIn, start } = await open()
  const before = await payments.attention()
  const [paid, late, leaving] = [await start(), await start(), await start()]
  standIn.confirm(paid.reference, 'pm_card_visa')
  await paid.check()
  await sql`update payments set created_at = now() - interval '3 minutes'
    where provider_reference = ${late.reference}`.execute(db)
  await sql`update payments set status = 'abandoned', provider_payment_id = null, check_at = null
    where provider_reference = ${leaving.reference}`.execute(db)
  const failing = await insertEvent({ last_error: 'Error: nobody home' })
  const stopped = await insertEvent({ last_error: 'Error: gone', next_attempt_at: new Date('9999-01-01') })
  await insertEvent({ last_error: 'Error: handled since', handled_at: new Date() })
  await insertEvent()
  const { id } = await getRow(paid.reference)
  await sql`insert into disputes (id, payment_id, amount_cents, reason, status, due_by, opened_at)
    values ('dp_open', ${id}, 2640, 'fraudulent', 'open', now() + interval '3 days', now()),
      ('dp_lost', ${id}, 2640, 'fraudulent', 'lost', null, now())`.execute(db)
  const after = await payments.attention()
  expect(after.lastDay).toEqual({
    count: before.lastDay.count + 1,
    succeeded: before.lastDay.succeeded + 1,
  })
  expect(after.failingEvents.count).toBe(before.failingEvents.count + 2)
  expect(after.failingEvents.rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: failing,
        type: 'payment_intent.succeeded',
        error: 'Error: nobody home',
        attempts: 6,
        nextAttemptAt: expect.any(String),
      }),
      expect.objectContaining({ id: stopped, nextAttemptAt: null }),
    ]),
  )
  expect(after.withoutResult.rows.map(({ reference }) => reference)).toContain(late.reference)
  expect(after.withoutResult.count).toBe(before.withoutResult.count + 1)
  expect(after.openDisputes).toMatchObject({
    count: 1,
    rows: [{ id: 'dp_open', reference: paid.reference, number: paid.number, amountCents: 2640 }],
  })
})

test('measures Stripe’s response times and the delay of webhooks, but nothing with the sandbox', async () => {
  const { payments, start, context } = await open()
  await sql`delete from payment_events`.execute(db)
  expect((await payments.attention()).stripe).toEqual({
    isLive: false,
    callP95Ms: null,
    callsLastMinute: 0,
    callsPerSecond: expect.any(Number),
    webhookP95Ms: null,
    lastWebhookAt: null,
  })
  await start()
  await sql`insert into payment_events (id, kind, object_id, received_at, handled_at)
    select 'evt_delay_' || n, 'payment_intent.succeeded', 'pi_1', at, at + n * interval '10 milliseconds'
    from generate_series(1, 100) n, (select date_trunc('second', now()) - interval '1 hour' as at) t`.execute(
    db,
  )
  const { stripe } = await payments.attention()
  expect(stripe).toMatchObject({ callsLastMinute: 1, webhookP95Ms: 950, lastWebhookAt: expect.any(String) })
  expect(stripe?.callP95Ms).toBeGreaterThanOrEqual(0)
  const sandbox = createRouterClient(administrationCalls, {
    context: { ...context, payments: { ...context.payments, provider: 'sandbox' } },
  })
  expect((await sandbox.payments.attention()).stripe).toBeNull()
})

test('all failing webhooks are due again after one retry, which the audit log counts', async () => {
  const { payments, admin } = await open()
  await sql`delete from payment_events`.execute(db)
  const stopped = { last_error: 'Error: gone', next_attempt_at: new Date('9999-01-01') }
  const failing = [await insertEvent(stopped), await insertEvent(stopped)]
  await insertEvent({ ...stopped, handled_at: new Date() })
  expect(await payments.retryEvents()).toEqual({ count: 2 })
  const due = await sql<{ id: string }>`
    select id from payment_events where handled_at is null and next_attempt_at <= clock_timestamp() order by id`.execute(
    db,
  )
  expect(due.rows.map(({ id }) => id)).toEqual(failing.toSorted())
  const audit = db.selectFrom('audit_log').select('details').where('actor_id', '=', admin.id)
  expect(await audit.where('action', '=', 'money.retry_events').execute()).toEqual([
    { details: { count: 2 } },
  ])
  await sql`delete from payment_events`.execute(db)
  expect(await payments.retryEvents()).toEqual({ count: 0 })
})

test('a failing webhook is due again after a retry, which the audit log records', async () => {
  const { payments, admin } = await open()
  const id = await insertEvent({ last_error: 'Error: gone', next_attempt_at: new Date('9999-01-01') })
  await payments.retryEvent({ id })
  const { rows } = await sql<{ attempts: number; isDue: boolean }>`
    select attempts, next_attempt_at <= clock_timestamp() as "isDue" from payment_events where id = ${id}`.execute(
    db,
  )
  expect(rows).toEqual([{ attempts: 6, isDue: true }])
  const audit = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute()
  expect(audit).toMatchObject([
    { action: 'money.retry_event', actor_id: admin.id, details: { kind: 'payment_intent.succeeded' } },
  ])
  const handled = await insertEvent({ last_error: 'Error: gone', handled_at: new Date() })
  const untried = await insertEvent()
  for (const other of [handled, untried, 'evt_unknown'])
    await expect(payments.retryEvent({ id: other })).rejects.toMatchObject({ code: 'ALREADY_RESOLVED' })
})
