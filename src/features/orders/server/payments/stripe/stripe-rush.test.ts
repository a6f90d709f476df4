import { expect, onTestFinished, test } from 'vitest'
import { insertCallers, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'

const { db } = await openShop()

/** Creates buyers with one held ticket each. Returns a function per buyer that presses Pay. */
async function openRush(count: number, options: Parameters<typeof createStripeShop>[1]) {
  const { standIn, shop } = await createStripeShop(db, options)
  const sale = await insertSale(db, [{ total: count }])
  const presses = await Promise.all(
    (await insertCallers(db, count)).map(async (caller) => {
      const client = shop.as(caller)
      const { id: orderId, totalCents } = await client.reserve(reserveInput(sale, [1]))
      const { redirectUrl } = await client.startPayment({ orderId })
      const reference = redirectUrl.slice('/pay/stripe/'.length)
      return () => client.stripe.start({ reference, amountCents: totalCents })
    }),
  )
  return { standIn, presses }
}

test('one call that hangs does not delay 99 other buyers', async () => {
  const { standIn, presses } = await openRush(100, { patienceMs: 60_000 })
  const { promise, resolve } = Promise.withResolvers<void>()
  onTestFinished(() => resolve())
  standIn.disturb(/POST .*payment_intents$/, { kind: 'waits', until: promise })
  const [first, ...others] = presses
  let isOver = false
  const hung = first?.().finally(() => (isOver = true))
  await expect.poll(() => standIn.calls.length).toBe(1)
  const states = await Promise.all(others.map(async (press) => (await press()).state))
  expect(states.filter((state) => state === 'ready')).toHaveLength(99)
  expect(isOver).toBe(false)
  resolve()
  expect(await hung).toMatchObject({ state: 'ready' })
})

test.each([
  { budget: 25, slow: false },
  { budget: 10_000, slow: true },
])('Stripe refuses calls beyond 25 per second with a budget of $budget: $slow', async ({ budget, slow }) => {
  // Without the budget, all calls arrive in one second, however slow this machine is.
  const clock = slow ? { now: () => new Date('2026-12-01T12:00:00Z') } : {}
  const { standIn, presses } = await openRush(40, { callsPerSecond: 25, budget, ...clock })
  const states = await Promise.all(presses.map(async (press) => (await press()).state))
  expect(states.includes('slow')).toBe(slow)
  expect(standIn.countRefused() > 0).toBe(slow)
})
