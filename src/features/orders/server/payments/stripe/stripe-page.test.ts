import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFaults, endHolds, insertCaller, openShop, reserveInput } from '~tests/support/shop'
import { openStripeOrder } from '~tests/support/stripe/stripe-order'
import { cancelOrder } from '../../cancel-order'
import { expireOrders } from '../../expire-orders'
import { pollUnreportedPayments } from '../../poll-unreported-payments'
import { sendRefunds } from '../../refunds/send-refunds'

const { db } = await openShop()

const open = (options?: Parameters<typeof openStripeOrder>[1]) => openStripeOrder(db, options)

describe('paying', () => {
  test('makes no call of Stripe before Pay is pressed, and then creates one PaymentIntent for the order', async () => {
    const { client, reference, orderId, totalCents, standIn, start, countIntents } = await open()
    expect(await client.stripe.get({ reference })).toEqual({
      reference,
      orderId,
      booking: null,
      amountCents: totalCents,
      publishableKey: 'pk_test_1',
    })
    expect(standIn.calls).toEqual([])
    const first = await start()
    expect(first).toEqual({ state: 'ready', clientSecret: expect.stringMatching(/^pi_/) })
    expect(await start()).toEqual(first)
    expect(countIntents()).toBe(1)
    expect(standIn.calls[0]).toMatchObject({
      idempotencyKey: reference,
      parameters: { amount: String(totalCents), currency: 'usd', metadata: { reference } },
    })
  })

  test('two presses at the same moment get the same PaymentIntent', async () => {
    const { start } = await open()
    const [first, second] = await Promise.all([start(), start()])
    expect(first).toEqual(second)
  })

  test('a paid order has its tickets as soon as the page checks the payment', async () => {
    const { standIn, reference, start, check, getOrder } = await open()
    await start()
    expect(await check()).toMatchObject({ status: 'started', isChecked: true })
    standIn.confirm(reference, 'pm_card_visa')
    expect(await check()).toMatchObject({ status: 'approved' })
    expect(await getOrder()).toMatchObject({ status: 'confirmed', ticketCounts: { own: 2 } })
  })

  test('a declined card shows why, and another one pays the same PaymentIntent', async () => {
    const { standIn, reference, client, orderId, start, check, countIntents } = await open()
    await start()
    standIn.confirm(reference, 'pm_card_visa_chargeDeclined')
    expect(await check()).toMatchObject({ status: 'declined', declineReason: 'Your card was declined.' })
    const again = await client.startPayment({ orderId })
    expect(again.redirectUrl).toBe(`/pay/stripe/${reference}`)
    await start()
    standIn.confirm(reference, 'pm_card_visa')
    expect(await check()).toMatchObject({ status: 'approved', declineReason: null })
    expect(countIntents()).toBe(1)
  })

  test('a bank that takes days leaves the order waiting, until it pays or refuses', async () => {
    const { standIn, reference, start, check, getOrder, sweep } = await open()
    await start()
    const { id } = standIn.confirm(reference, 'pm_bank_debit')
    expect(await check()).toMatchObject({ status: 'started', processingSince: expect.any(String) })
    await sweep()
    expect((await getOrder()).payment?.processingSince).not.toBeNull()
    standIn.decide(id, 'succeeds')
    expect(await sweep()).toBe(1)
    expect(await getOrder()).toMatchObject({ status: 'confirmed', payment: { status: 'approved' } })
  })

  test('a payment whose buyer closed the page is found by the sweep', async () => {
    const { standIn, reference, start, getOrder, sweep } = await open()
    await start()
    expect(await sweep()).toBe(0)
    standIn.confirm(reference, 'pm_card_visa')
    expect(await sweep()).toBe(1)
    expect((await getOrder()).status).toBe('confirmed')
    const calls = standIn.calls.length
    await sweep()
    expect(standIn.calls).toHaveLength(calls)
  })
})

describe('refusals', () => {
  test('other people, other references and no sign-in find no payment', async () => {
    const { shop, reference, totalCents } = await open()
    const stranger = shop.as(await insertCaller(db))
    await expect(stranger.stripe.get({ reference })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.stripe.check({ reference })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.stripe.start({ reference, amountCents: totalCents })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(stranger.stripe.get({ reference: `${reference}x` })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(shop.as(null).stripe.get({ reference })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('refuses an amount that the buyer did not see, returns the new amount, and charges nothing', async () => {
    const { client, reference, totalCents, standIn } = await open()
    await expect(client.stripe.start({ reference, amountCents: totalCents - 1 })).rejects.toMatchObject({
      code: 'AMOUNT_CHANGED',
      data: { amountCents: totalCents },
    })
    expect(standIn.calls).toEqual([])
  })

  test('one account can’t use up the calls of all buyers', async () => {
    const { start, check, standIn } = await open()
    await start()
    for (let pressed = 1; pressed < 40; pressed += 1) await check()
    const calls = standIn.calls.length
    await expect(check()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(start()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(standIn.calls).toHaveLength(calls)
  })

  test('an expired hold and a paid order can’t be paid', async () => {
    const { orderId, start } = await open()
    await endHolds(db, [orderId])
    await expect(start()).rejects.toMatchObject({ code: 'ORDER_EXPIRED' })
    const paid = await open()
    await paid.start()
    paid.standIn.confirm(paid.reference, 'pm_card_visa')
    await paid.check()
    await expect(paid.start()).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  })
})

describe('after the hold', () => {
  test('a bank that finishes after the hold charges nothing, because the payment was canceled', async () => {
    const { standIn, reference, orderId, start, getOrder, shop } = await open()
    await start()
    const { id } = standIn.confirm(reference, 'pm_card_authenticationRequired')
    await endHolds(db, [orderId])
    await expireOrders(db)
    await pollUnreportedPayments(shop)
    expect(() => standIn.decide(id, 'succeeds')).toThrow()
    expect(await getOrder()).toMatchObject({
      status: 'expired',
      payment: { status: 'abandoned' },
      refund: null,
    })
  })

  test('the payment of an order that the buyer gave up is canceled at Stripe too', async () => {
    const { standIn, orderId, reference, start, check, shop, caller } = await open()
    await start()
    await cancelOrder(shop.contextOf(caller), { orderId })
    await pollUnreportedPayments(shop)
    expect(() => standIn.confirm(reference, 'pm_card_visa')).toThrow('canceled')
    const calls = standIn.calls.length
    expect(await check()).toMatchObject({ status: 'abandoned', isChecked: true })
    expect(standIn.calls).toHaveLength(calls)
  })

  test('a payment that was faster than the cancellation brings the same tickets, or is refunded', async () => {
    const first = await open()
    await first.start()
    first.standIn.confirm(first.reference, 'pm_card_visa')
    await endHolds(db, [first.orderId])
    await expireOrders(db)
    await pollUnreportedPayments(first.shop)
    expect((await first.getOrder()).status).toBe('confirmed')

    const late = await open()
    await late.start()
    late.standIn.confirm(late.reference, 'pm_card_visa')
    await endHolds(db, [late.orderId])
    await expireOrders(db)
    await late.shop.as(await insertCaller(db)).reserve(reserveInput(late.sale, [2]))
    await pollUnreportedPayments(late.shop)
    expect(await late.getOrder()).toMatchObject({
      status: 'refunded',
      refund: { amountCents: late.totalCents },
    })
    await sendRefunds(late.shop)
    expect(late.standIn.calls.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1)
    expect(await findFaults(db)).toEqual([])
  })
})

describe('when Stripe is slow', () => {
  test.each([
    ['an error of Stripe', { kind: 'fails', status: 500 }],
    ['too many calls', { kind: 'fails', status: 429 }],
    ['a lost response', { kind: 'loses_response' }],
  ] as const)('%s extends the hold once, and the next try pays once', async (_, disturbance) => {
    const { standIn, reference, start, check, getOrder, orderId, countIntents } = await open()
    await sql`update orders set expires_at = clock_timestamp() + interval '1 minute' where id = ${orderId}`.execute(
      db,
    )
    standIn.disturb(/POST .*payment_intents/, disturbance)
    const slow = await start()
    const extended = await getOrder()
    expect(slow).toEqual({ state: 'slow' })
    expect(extended).toMatchObject({ isHoldExtended: true, status: 'reserved' })
    expect(Date.parse(extended.expiresAt) - Date.parse(extended.serverNow)).toBeGreaterThan(9 * 60_000)
    standIn.disturb(/POST .*payment_intents/, disturbance)
    expect(await start()).toEqual(slow)
    expect(await start()).toMatchObject({ state: 'ready' })
    standIn.confirm(reference, 'pm_card_visa')
    expect(await check()).toMatchObject({ status: 'approved' })
    expect(
      new Set(standIn.takeWebhooks().map(({ event }) => (event.data.object as { id: string }).id)).size,
    ).toBe(1)
    expect(countIntents()).toBe(3)
  })

  test('a second press of Pay while Stripe still handles the first one extends no hold', async () => {
    const { standIn, start, getOrder } = await open()
    const before = (await getOrder()).expiresAt
    standIn.disturb(/POST .*payment_intents/, { kind: 'fails', status: 409, code: 'idempotency_key_in_use' })
    expect(await start()).toEqual({ state: 'slow' })
    expect(await getOrder()).toMatchObject({ expiresAt: before, isHoldExtended: false })
    expect(await start()).toMatchObject({ state: 'ready' })
  })

  test('extending a hold never shortens it: an offer lasts longer anyway', async () => {
    const { standIn, start, orderId, getOrder } = await open()
    await sql`update orders set expires_at = clock_timestamp() + interval '29 minutes' where id = ${orderId}`.execute(
      db,
    )
    const before = (await getOrder()).expiresAt
    standIn.disturb(/POST .*payment_intents/, { kind: 'fails', status: 500 })
    expect(await start()).toEqual({ state: 'slow' })
    expect((await getOrder()).expiresAt).toBe(before)
  })

  test('a call without a response ends at its deadline', async () => {
    const { standIn, start } = await open({ patienceMs: 100 })
    const { promise, resolve } = Promise.withResolvers<void>()
    onTestFinished(() => resolve())
    standIn.disturb(/POST .*payment_intents/, { kind: 'waits', until: promise })
    expect(await start()).toMatchObject({ state: 'slow' })
  })

  test('the page shows what we knew before while Stripe doesn’t answer', async () => {
    const { standIn, start, check } = await open()
    await start()
    standIn.disturb(/GET .*payment_intents/, { kind: 'fails', status: 503 })
    expect(await check()).toMatchObject({ status: 'started', isChecked: false })
  })
})

test('a payment that is approved after its buyer deleted their account stores no card', async () => {
  const { standIn, start, sweep, reference, orderId } = await open()
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  await sql`update orders set customer_id = null where id = ${orderId}`.execute(db)
  await sweep()
  const payment = db.selectFrom('payments').select(['status', 'method'])
  expect(await payment.where('provider_reference', '=', reference).executeTakeFirst()).toEqual({
    status: 'approved',
    method: null,
  })
})
