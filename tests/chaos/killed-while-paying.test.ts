import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertBuyers, openSale } from '../../bench/harness/sale'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'
import { buildProcess } from '../support/build-process'
import { createTestDatabase } from '../support/database'
import { isLongRun } from '../support/long-run'
import { startStripeStandIn } from '../support/stripe/stand-in'
import { prepareProduct, type Product } from '../support/product'

// A process of the product is killed while it waits for Stripe, once before and once after the call took effect.
// Another process continues. The result must be the same as without the kill.
const TEST_MS = 240_000
const { db, url, drop } = await createTestDatabase()
const standIn = await startStripeStandIn()
const { host, port } = standIn.address
let product: Product
let program: Awaited<ReturnType<typeof buildProcess>>

beforeAll(async () => {
  program = await buildProcess('product-process.ts', 'killed-while-paying')
  product = prepareProduct(program.script, {
    DATABASE_URL: url,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API: `http://${host}:${port}`,
  })
  await product.start()
}, TEST_MS)
afterAll(async () => {
  await product.stop()
  product.remove()
  await standIn.stop()
  await drop()
  program.remove()
})

async function openPayment() {
  const sale = await openSale(db, { stock: 1, priceCents: 1600 })
  const [buyer] = await insertBuyers(db, 1)
  const call = async <Output>(name: string, input: object): Promise<Output> => {
    const answer = await fetch(`${product.address}/api/rpc/orders/${name}`, {
      method: 'POST',
      headers: {
        cookie: buyer?.cookie ?? '',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ json: input }),
    })
    if (!answer.ok) throw new Error(`${name} answers ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { json: Output }).json
  }
  const order = await call<{ id: string; totalCents: number }>('reserve', {
    eventId: sale.eventId,
    clientKey: crypto.randomUUID(),
    items: [{ ticketTypeId: sale.ticketTypeId, quantity: 1 }],
  })
  const { redirectUrl } = await call<{ redirectUrl: string }>('startPayment', { orderId: order.id })
  const reference = redirectUrl.slice('/pay/stripe/'.length)
  const readState = async () => {
    const { rows } = await sql<{ order: string; payment: string; refund: string | null; tickets: number }>`
      select o.status as order, p.status as payment, (select r.status from refunds r where r.payment_id = p.id) as refund,
        (select count(*)::int from tickets k where k.order_id = o.id and k.status = 'valid') as tickets
      from orders o join payments p on p.order_id = o.id where o.id = ${order.id}`.execute(db)
    return rows
  }
  return {
    orderId: order.id,
    reference,
    start: () => call<{ state: string }>('stripe/start', { reference, amountCents: order.totalCents }),
    check: () => call<{ status: string }>('stripe/check', { reference }),
    pay: () => standIn.confirm(reference, 'pm_card_visa'),
    readState,
    expectTickets: () =>
      expect
        .poll(readState, { timeout: 30_000 })
        .toEqual([{ order: 'confirmed', payment: 'approved', refund: null, tickets: 1 }]),
    /** Makes every retry due, as if its time had come. */
    hurry: async () => {
      await sql`update payments set check_at = clock_timestamp() where check_at is not null`.execute(db)
      await sql`update refunds set next_attempt_at = clock_timestamp() where status = 'requested'`.execute(db)
      await sql`update payment_events set next_attempt_at = clock_timestamp() where handled_at is null`.execute(
        db,
      )
    },
  }
}
type Payment = Awaited<ReturnType<typeof openPayment>>

/** Kills the product while it makes a call to Stripe, then starts it again. */
async function killDuring(
  path: RegExp,
  moment: 'before' | 'after',
  act: () => Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  onTestFinished(() => resolve())
  standIn.disturb(path, { kind: moment === 'before' ? 'waits' : 'waits_to_respond', until: promise })
  const before = standIn.calls.length
  const isUnderWay = () =>
    standIn.calls.slice(before).some((made) => path.test(`${made.method} ${made.path}`))
  const acting = act().catch(() => undefined)
  await expect.poll(isUnderWay, { timeout: 30_000 }).toBe(true)
  await product.kill()
  resolve()
  await acting
  await product.start()
}

const steps: Record<string, (payment: Payment, moment: 'before' | 'after') => Promise<void>> = {
  'creating the payment': async (payment, moment) => {
    await killDuring(/POST .*payment_intents$/, moment, payment.start)
    expect(await payment.start()).toMatchObject({ state: 'ready' })
    payment.pay()
    await payment.check()
    await payment.expectTickets()
  },
  'reading the result for the page': async (payment, moment) => {
    await payment.start()
    payment.pay()
    await killDuring(/GET .*payment_intents/, moment, payment.check)
    await payment.hurry()
    await payment.expectTickets()
  },
  'handling a webhook': async (payment, moment) => {
    await payment.start()
    standIn.takeWebhooks()
    payment.pay()
    const webhooks = standIn.takeWebhooks()
    await killDuring(/GET .*payment_intents/, moment, async () => {
      for (const { body, headers } of webhooks)
        await fetch(`${product.address}/api/webhooks/stripe`, { method: 'POST', headers, body })
    })
    await payment.hurry()
    await payment.expectTickets()
  },
  'sending a refund': async (payment, moment) => {
    await payment.start()
    payment.pay()
    await payment.check()
    await payment.expectTickets()
    await killDuring(/POST .*refunds$/, moment, () =>
      sql`select * from refund_tickets(${payment.orderId}, null, 'event_cancelled', false)`.execute(db),
    )
    await payment.hurry()
    await expect
      .poll(payment.readState, { timeout: 30_000 })
      .toEqual([{ order: 'refunded', payment: 'approved', refund: 'done', tickets: 0 }])
    const { received, refunded } = standIn.readMoney(payment.reference)
    expect(refunded).toBe(received)
  },
}

const cases = Object.keys(steps).flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const])

test.each(isLongRun ? cases : cases.slice(-1))(
  'a kill while %s, %s Stripe acts on the call, leads to the same result',
  { timeout: TEST_MS },
  async (step, moment) => {
    const payment = await openPayment()
    await steps[step]?.(payment, moment)
    const { received } = standIn.readMoney(payment.reference)
    expect(received).toBe(1760)
    const { rows } = await sql.raw(buildInconsistencyQuery(() => 'true')).execute(db)
    expect(rows).toEqual([])
  },
)
