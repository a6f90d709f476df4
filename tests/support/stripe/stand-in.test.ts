import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startStripeStandIn } from './stand-in'

const noRetries = { maxNetworkRetries: 0 }
const card = { confirm: true, confirmation_token: 'ctoken_pm_card_visa' }
const order = { amount: 3960, currency: 'eur', metadata: { reference: 'b2b_7' } }

async function open(options: Parameters<typeof startStripeStandIn>[0] = {}) {
  const standIn = await startStripeStandIn(options)
  onTestFinished(() => standIn.stop())
  return { standIn, stripe: new Stripe('sk_test_1', { ...standIn.address, ...noRetries }) }
}

test('a PaymentIntent that is confirmed with a card has a charge, a fee and a signed webhook', async () => {
  const { standIn, stripe } = await open()
  const paid = await stripe.paymentIntents.create({ ...order, ...card })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 3960, metadata: { reference: 'b2b_7' } })
  const moved = await stripe.balanceTransactions.list({ source: paid.latest_charge as string })
  expect(moved.data).toMatchObject([{ amount: 3960, fee: 84, net: 3876, type: 'charge' }])
  const [, webhook] = standIn.takeWebhooks()
  const { body = '', headers } = webhook ?? {}
  const event = stripe.webhooks.constructEvent(body, headers?.['stripe-signature'] ?? '', 'whsec_test')
  expect(event).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { id: paid.id } } })
  expect(standIn.takeWebhooks()).toEqual([])
})

test('a declined card keeps the PaymentIntent open, and the error contains it', async () => {
  const { standIn, stripe } = await open()
  const declined = stripe.paymentIntents.create({
    ...order,
    confirm: true,
    confirmation_token: 'ctoken_pm_card_visa_chargeDeclined',
  })
  await expect(declined).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    payment_intent: { status: 'requires_payment_method' },
  })
  expect(standIn.takeWebhooks().map(({ event }) => event.type)).toEqual([
    'payment_intent.created',
    'payment_intent.payment_failed',
  ])
})

test.each([
  ['succeeds', 'succeeded'],
  ['fails', 'requires_payment_method'],
] as const)('when the authentication %s, the PaymentIntent is %s', async (outcome, status) => {
  const { standIn, stripe } = await open()
  const { id, next_action: action } = await stripe.paymentIntents.create({
    ...order,
    confirm: true,
    confirmation_token: 'ctoken_pm_card_authenticationRequired',
  })
  expect(action?.type).toBe('use_stripe_sdk')
  standIn.decide(id, outcome)
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status })
})

test('a canceled PaymentIntent cannot be canceled again, and a paid one cannot be canceled', async () => {
  const { stripe } = await open()
  const { id } = await stripe.paymentIntents.create(order)
  expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' })
  const paid = await stripe.paymentIntents.create({ ...order, ...card })
  for (const closed of [id, paid.id])
    await expect(stripe.paymentIntents.cancel(closed)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
})

test('an idempotency key repeats the first answer for a day, and refuses other parameters', async () => {
  let time = new Date('2026-12-01T12:00:00Z')
  const { standIn, stripe } = await open({ now: () => time })
  const key = { idempotencyKey: 'b2b_7' }
  const first = await stripe.paymentIntents.create(order, key)
  expect(await stripe.paymentIntents.create(order, key)).toMatchObject({ id: first.id })
  await expect(stripe.paymentIntents.create({ ...order, amount: 1 }, key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
  expect(standIn.takeWebhooks()).toHaveLength(1)
  time = new Date('2026-12-02T13:00:00Z')
  expect((await stripe.paymentIntents.create(order, key)).id).not.toBe(first.id)
})

test('a call whose response is lost takes effect, a failed call does not', async () => {
  const { standIn, stripe } = await open()
  const key = { idempotencyKey: 'b2b_7' }
  standIn.disturb(/POST .*payment_intents/, { kind: 'fails', status: 500 })
  await expect(stripe.paymentIntents.create(order)).rejects.toMatchObject({ statusCode: 500 })
  expect(standIn.takeWebhooks()).toEqual([])
  standIn.disturb(/POST .*payment_intents/, { kind: 'loses_response' })
  await expect(stripe.paymentIntents.create(order, key)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  const [created] = standIn.takeWebhooks()
  const { id } = await stripe.paymentIntents.create(order, key)
  expect(created?.event.data.object).toMatchObject({ id })
})

test('a call that waits continues when the test says so', async () => {
  const { standIn, stripe } = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  standIn.disturb(/POST .*payment_intents/, { kind: 'waits', until: promise })
  const slow = stripe.paymentIntents.create(order)
  const fast = await stripe.paymentIntents.create(order)
  resolve()
  expect((await slow).id > fast.id).toBe(true)
})

test('refuses calls above its rate with 429, until the next second', async () => {
  let time = new Date('2026-12-01T12:00:00Z')
  const { stripe } = await open({ now: () => time, callsPerSecond: 2 })
  await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.create(order)
  await expect(stripe.paymentIntents.create(order)).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  time = new Date('2026-12-01T12:00:01Z')
  expect(await stripe.paymentIntents.create(order)).toMatchObject({ amount: 3960 })
})

test('refunds never exceed the payment; a failed one frees its amount, and each has an event', async () => {
  const { standIn, stripe } = await open()
  const { id } = await stripe.paymentIntents.create({ ...order, ...card })
  standIn.takeWebhooks()
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 3000, metadata: { refund: 'r1' } })
  expect(refund).toMatchObject({ status: 'pending', metadata: { refund: 'r1' } })
  await expect(stripe.refunds.create({ payment_intent: id, amount: 961 })).rejects.toMatchObject({
    code: 'amount_too_large',
  })
  standIn.settleRefund(refund.id, 'failed')
  const whole = await stripe.refunds.create({ payment_intent: id, amount: 3960 })
  standIn.settleRefund(whole.id, 'succeeded')
  await expect(stripe.refunds.create({ payment_intent: id, amount: 1 })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
    'failed',
    'succeeded',
  ])
  expect(standIn.takeWebhooks().map(({ event }) => event.type)).toEqual([
    'refund.created',
    'refund.failed',
    'refund.created',
    'refund.updated',
  ])
})

test('lists events since a time, newest first, for the sweep that finds lost webhooks', async () => {
  let time = new Date('2026-12-01T12:00:00Z')
  const { stripe } = await open({ now: () => time })
  await stripe.paymentIntents.create(order)
  time = new Date('2026-12-01T13:00:00Z')
  await stripe.paymentIntents.create({ ...order, ...card })
  const created = { gte: Math.floor(time.getTime() / 1000) }
  expect((await stripe.events.list({ created })).data.map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'payment_intent.created',
  ])
})

test('an account can be paid once it is complete, and each transfer and reversal is in the balance', async () => {
  const { standIn, stripe } = await open()
  const { id } = await stripe.accounts.create({
    controller: { stripe_dashboard: { type: 'express' } },
    capabilities: { transfers: { requested: true } },
  })
  const transfer = { amount: 4000, currency: 'usd', destination: id, transfer_group: 'b2b_8' }
  await expect(stripe.transfers.create(transfer)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  standIn.setAccount(id, 'complete')
  expect(standIn.takeWebhooks().map(({ event }) => event)).toMatchObject([
    { type: 'account.updated', account: id, data: { object: { id, payouts_enabled: true } } },
  ])
  const made = await stripe.transfers.create(transfer)
  await stripe.transfers.createReversal(made.id, { amount: 1500 })
  await expect(stripe.transfers.createReversal(made.id, { amount: 2501 })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  })
  const { data } = await stripe.balanceTransactions.list()
  expect(data).toMatchObject([
    { amount: 1500, type: 'transfer_refund' },
    { amount: -4000, type: 'transfer', source: made.id },
  ])
})

test('a repeated key repeats an error, and names the call that failed', async () => {
  const { standIn, stripe } = await open()
  standIn.setBalance('empty')
  const { id } = await stripe.accounts.create({
    controller: { stripe_dashboard: { type: 'express' } },
    capabilities: { transfers: { requested: true } },
  })
  standIn.setAccount(id, 'complete')
  const create = () =>
    stripe.transfers.create({ amount: 1, currency: 'usd', destination: id }, { idempotencyKey: 'b2b_9' })
  const first: unknown = await create().catch((error: unknown) => error)
  expect(first).toMatchObject({ code: 'balance_insufficient' })
  standIn.setBalance('filled')
  await expect(create()).rejects.toMatchObject({
    code: 'balance_insufficient',
    headers: {
      'idempotent-replayed': 'true',
      'original-request': (first as { requestId: string }).requestId,
    },
  })
})
