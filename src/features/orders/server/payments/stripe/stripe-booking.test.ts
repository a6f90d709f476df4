import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestSettings } from '~/features/settings/server/testing'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { openStripeBooking } from '~tests/support/stripe/stripe-booking'
import { sendRefunds } from '../../refunds/send-refunds'
import { importFees } from '../import-fees'

const { db } = await openShop()

async function readPayment(reference: string) {
  const { rows } = await sql<{ status: string; method: string | null; refunds: string[] }>`
    select p.status, p.method, array(select r.reason from refunds r where r.payment_id = p.id) as refunds
    from payments p where p.provider_reference = ${reference}`.execute(db)
  return rows[0]
}

async function listTransfers(bookingId: string) {
  const { rows } = await sql<{ reason: string; cents: number }>`
    select reason, amount_cents::float8 as cents from transfers where booking_id = ${bookingId} order by created_at`.execute(
    db,
  )
  return rows
}

async function listKinds(eventId: string) {
  const { rows } = await sql<{ kind: string; account: string; cents: number }>`
    select t.kind, e.account, e.amount::float8 as cents from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id where t.event_id = ${eventId} order by e.id`.execute(db)
  return rows
}

test('a deposit is paid with a card, and transferred to the DJ', async () => {
  const { client, reference, bookingId, standIn, start, check, readAccounts } = await openStripeBooking(db)
  expect(await client.stripe.get({ reference })).toEqual({
    reference,
    orderId: null,
    booking: expect.objectContaining({
      id: bookingId,
      title: 'Dust & Diamonds',
      purpose: 'deposit',
      feeCents: 10_000,
      restCents: 7_000,
      isGuarantee: false,
      isClosed: false,
    }),
    amountCents: 3_000,
    publishableKey: 'pk_test_1',
  })
  expect(standIn.calls).toEqual([])
  expect(await start()).toEqual({ state: 'ready', clientSecret: expect.stringMatching(/^pi_/) })
  expect(standIn.calls[0]).toMatchObject({
    idempotencyKey: reference,
    parameters: { amount: '3000', description: expect.stringMatching(/^Booking /) },
  })
  expect(await check()).toMatchObject({ status: 'started', isChecked: true })
  standIn.confirm(reference, 'pm_card_visa')
  expect(await check()).toMatchObject({ status: 'approved', isChecked: true })
  expect(await check()).toMatchObject({ status: 'approved' })
  expect(await readPayment(reference)).toEqual({
    status: 'approved',
    method: expect.stringMatching(/^Visa/),
    refunds: [],
  })
  expect(await listTransfers(bookingId)).toEqual([{ reason: 'deposit', cents: 3_000 }])
  expect(await readAccounts()).toEqual({ provider: 3_000, payable: -3_000 })
  expect((await client.stripe.get({ reference })).booking?.isClosed).toBe(true)
  await expect(start()).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  expect(await findFaults(db)).toEqual([])
})

test('a declined card shows why, and another card pays the same payment', async () => {
  const { reference, standIn, start, check } = await openStripeBooking(db)
  await start()
  standIn.confirm(reference, 'pm_card_visa_chargeDeclined')
  expect(await check()).toMatchObject({ status: 'declined', declineReason: 'Your card was declined.' })
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  expect(await check()).toMatchObject({ status: 'approved', declineReason: null })
})

test('only the client opens the payment, and only with the amount that they saw', async () => {
  const { shop, dj, reference, client, standIn } = await openStripeBooking(db)
  for (const caller of [dj, await insertCaller(db)]) {
    const { stripe } = shop.as(caller)
    const refused = { code: 'NOT_FOUND' }
    await expect(stripe.get({ reference })).rejects.toMatchObject(refused)
    await expect(stripe.start({ reference, amountCents: 3_000 })).rejects.toMatchObject(refused)
    await expect(stripe.check({ reference })).rejects.toMatchObject(refused)
  }
  await expect(shop.as(null).stripe.get({ reference })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(client.stripe.start({ reference, amountCents: 2_999 })).rejects.toMatchObject({
    code: 'AMOUNT_CHANGED',
    data: { amountCents: 3_000 },
  })
  expect(standIn.calls).toEqual([])
})

test.each([
  ['the booking was cancelled', 'booking_cancelled'],
  ['another payment paid the deposit', 'already_paid'],
  ['the deposit changed', 'terms_changed'],
])('a payment is closed when %s, and money that arrives late is refunded in full', async (_, reason) => {
  const booking = await openStripeBooking(db)
  const { client, reference, standIn, start, check, shop, setBooking, open, pay, readAccounts } = booking
  await start()
  if (reason === 'booking_cancelled') await setBooking(sql`status = 'cancelled', cancelled_cents = 0`)
  if (reason === 'terms_changed') await setBooking(sql`deposit_cents = 2000`)
  if (reason === 'already_paid') {
    standIn.confirm(reference, 'pm_card_visa_chargeDeclined')
    await check()
    expect(await pay(await open('deposit', 3_000))).toMatchObject({ status: 'approved' })
  }
  expect((await client.stripe.get({ reference })).booking?.isClosed).toBe(true)
  await expect(start()).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  const before = await readAccounts()
  standIn.confirm(reference, 'pm_card_visa')
  expect(await check()).toMatchObject({ status: 'returned', isChecked: true })
  expect(await readPayment(reference)).toMatchObject({ status: 'returned', refunds: [reason] })
  expect(await check()).toMatchObject({ status: 'returned' })
  await sendRefunds(shop)
  const refunds = standIn.calls.filter(({ path }) => path === '/v1/refunds')
  expect(refunds.map(({ parameters }) => parameters['amount'])).toEqual(['3000'])
  expect(await booking.deliver()).toEqual([])
  expect(await readAccounts()).toEqual(before)
  expect(await findFaults(db)).toEqual([])
})

test('a payment towards the fee is closed as soon as it is paid, even if more could be paid', async () => {
  const { client, open, pay, start, getPayments } = await openStripeBooking(db)
  const first = await open('balance', 2_000)
  expect(await pay(first, 2_000)).toMatchObject({ status: 'approved' })
  expect(await getPayments()).toMatchObject({ balanceLimitCents: 5_250, paidBalanceCents: 2_000 })
  expect((await client.stripe.get({ reference: first })).booking?.isClosed).toBe(true)
  await expect(start(first, 2_000)).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  const second = await open('balance', 2_000)
  expect(second).not.toBe(first)
  expect(await pay(second, 2_000)).toMatchObject({ status: 'approved' })
  expect(await getPayments()).toMatchObject({ balanceLimitCents: 3_170, paidBalanceCents: 4_000 })
})

test('while a bank decides about a debit, both sides see it and nothing is paid twice', async () => {
  const { standIn, shop, client, dj, bookingId, reference, open, start, check, sweep, getPayments } =
    await openStripeBooking(db)
  await start()
  const { id } = standIn.confirm(reference, 'pm_bank_debit')
  expect((await getPayments()).isPending).toBe(false)
  expect(await check()).toMatchObject({ status: 'started', processingSince: expect.any(String) })
  expect(await getPayments()).toMatchObject({ isPending: true, depositDueCents: 3_000 })
  expect((await shop.as(dj).bookingPayments.get({ bookingId })).isPending).toBe(true)
  expect((await client.stripe.get({ reference })).booking).toMatchObject({ isClosed: true, restCents: 7_000 })
  await expect(open('deposit', 3_000)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
  expect(await sweep()).toBe(0)
  expect((await getPayments()).isPending).toBe(true)
  standIn.decide(id, 'succeeds')
  expect(await sweep()).toBe(1)
  expect(await getPayments()).toMatchObject({
    isPending: false,
    depositDueCents: 0,
    paidDepositCents: 3_000,
  })
})

test('a debit that the bank refuses leaves the deposit due', async () => {
  const { standIn, reference, open, start, check, getPayments, pay } = await openStripeBooking(db)
  await start()
  const { id } = standIn.confirm(reference, 'pm_bank_debit')
  await check()
  standIn.decide(id, 'fails')
  expect(await check()).toMatchObject({ status: 'declined', processingSince: null })
  expect(await getPayments()).toMatchObject({ isPending: false, depositDueCents: 3_000 })
  expect(await pay(await open('deposit', 3_000))).toMatchObject({ status: 'approved' })
})

test('the sweep settles a payment whose client closed the page', async () => {
  const { standIn, reference, start, sweep, getPayments } = await openStripeBooking(db)
  await start()
  expect(await sweep()).toBe(0)
  standIn.confirm(reference, 'pm_card_visa')
  expect(await sweep()).toBe(1)
  expect(await getPayments()).toMatchObject({ paidDepositCents: 3_000 })
  const calls = standIn.calls.length
  await sweep()
  expect(standIn.calls).toHaveLength(calls)
})

test('the sweep cancels the payment of a cancelled booking at Stripe', async () => {
  const { standIn, client, reference, start, check, sweep, setBooking } = await openStripeBooking(db)
  await start()
  await setBooking(sql`status = 'cancelled', cancelled_cents = 0`)
  expect(await sweep()).toBe(0)
  expect(() => standIn.confirm(reference, 'pm_card_visa')).toThrow('canceled')
  expect(await check()).toMatchObject({ status: 'abandoned', isChecked: true })
  expect((await client.stripe.get({ reference })).booking?.isClosed).toBe(true)
})

test('the sweep cancels a second payment of a deposit that was paid', async () => {
  const { standIn, reference, start, sweep, open, pay } = await openStripeBooking(db)
  await start()
  standIn.confirm(reference, 'pm_card_visa_chargeDeclined')
  await sweep()
  await pay(await open('deposit', 3_000))
  await sweep()
  expect(() => standIn.confirm(reference, 'pm_card_visa')).toThrow('canceled')
  expect(await readPayment(reference)).toMatchObject({ status: 'abandoned' })
})

test('a webhook settles a payment, however often it is delivered', async () => {
  const { standIn, reference, bookingId, start, deliver, getPayments, readAccounts } =
    await openStripeBooking(db)
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  expect(await deliver()).toEqual([])
  expect(await getPayments()).toMatchObject({ paidDepositCents: 3_000 })
  expect(await listTransfers(bookingId)).toHaveLength(1)
  expect(await readAccounts()).toEqual({ provider: 3_000, payable: -3_000 })
})

test('the page, the sweep and a webhook that settle at the same moment count a deposit once', async () => {
  const { standIn, reference, bookingId, start, check, sweep, deliver, readAccounts } =
    await openStripeBooking(db)
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  await Promise.all([check(), sweep(), deliver(), check()])
  expect(await listTransfers(bookingId)).toHaveLength(1)
  expect(await readAccounts()).toEqual({ provider: 3_000, payable: -3_000 })
  expect(await findFaults(db)).toEqual([])
})

test('the provider’s fee is posted to the ledger as a fee of the booking', async () => {
  const { payments, eventId, pay } = await openStripeBooking(db)
  await pay()
  await sql`update fee_imports set checked_at = '2026-01-01'`.execute(db)
  expect(await importFees({ db, payments, settings: createTestSettings() })).toBe(1)
  const fees = (await listKinds(eventId)).filter(({ kind }) => kind.endsWith('fee'))
  expect(fees).toEqual([
    { kind: 'booking_fee', account: 'organizer', cents: 70 },
    { kind: 'booking_fee', account: 'provider', cents: -70 },
  ])
})

test('while Stripe doesn’t answer, the page waits, and the next try pays once', async () => {
  const { standIn, reference, start, check } = await openStripeBooking(db)
  standIn.disturb(/POST .*payment_intents/, { kind: 'loses_response' })
  expect(await start()).toEqual({ state: 'slow' })
  expect(await start()).toMatchObject({ state: 'ready' })
  standIn.confirm(reference, 'pm_card_visa')
  standIn.disturb(/GET .*payment_intents/, { kind: 'fails', status: 503 })
  expect(await check()).toMatchObject({ status: 'started', isChecked: false })
  expect(await check()).toMatchObject({ status: 'approved', isChecked: true })
})

test('a refund that the bank rejects waits for an admin, without an email to a buyer', async () => {
  const { standIn, shop, reference, start, check, setBooking, deliver, enqueued, readAccounts } =
    await openStripeBooking(db)
  await start()
  await setBooking(sql`status = 'cancelled', cancelled_cents = 0`)
  standIn.confirm(reference, 'pm_card_visa')
  await check()
  await sendRefunds(shop)
  const { rows } = await sql<{ id: string; sent: string }>`
    select r.id, r.provider_reference as sent from refunds r join payments p on p.id = r.payment_id
    where p.provider_reference = ${reference}`.execute(db)
  standIn.settleRefund(rows[0]?.sent ?? '', 'failed')
  expect(await deliver()).toEqual([])
  const refund = db
    .selectFrom('refunds')
    .select(['status'])
    .where('id', '=', rows[0]?.id ?? '')
  expect(await refund.executeTakeFirst()).toEqual({ status: 'failed' })
  expect(enqueued).toEqual([])
  expect(await readAccounts()).toEqual({ provider: 3_000, refunds_due: -3_000 })
  expect(await findFaults(db)).toEqual([])
})

test('a payment that is settled after its client deleted their account is refunded, and stores no card', async () => {
  const { standIn, reference, start, sweep, setBooking } = await openStripeBooking(db)
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  await setBooking(sql`client_id = null`)
  await sweep()
  expect(await readPayment(reference)).toMatchObject({ status: 'returned', method: null })
})
