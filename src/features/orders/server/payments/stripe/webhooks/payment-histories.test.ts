import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  record,
  shuffledSubarray,
} from '~tests/support/fast-check'
import { isLongRun } from '~tests/support/long-run'
import { randomRuns } from '~tests/support/random-runs'
import { endHolds, findFaults, insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import { expireOrders } from '../../../expire-orders'
import { pollUnreportedPayments } from '../../../poll-unreported-payments'
import { sendRefunds } from '../../../refunds/send-refunds'
import { handleEvents } from './handle-events'
import { storeEvents } from './store-events'

const { db } = await openShop()

const HISTORIES = randomRuns(isLongRun ? 10_000 : 60)
const TIMES = isLongRun ? 100 : 20

type Move =
  | {
      kind: 'pay'
      card:
        | 'pm_card_visa'
        | 'pm_card_visa_chargeDeclined'
        | 'pm_card_authenticationRequired'
        | 'pm_bank_debit'
    }
  | { kind: 'disturb'; path: 'payment_intents' | 'refunds'; how: 'fails' | 'loses_response' }
  | { kind: 'bank'; outcome: 'succeeds' | 'fails' }
  | { kind: 'deliver'; index: number }
  | { kind: 'start' | 'check' | 'end_hold' | 'cancel' | 'sell_rest' | 'sweep' | 'handle' | 'refund' }

const move = oneof(
  {
    weight: 4,
    arbitrary: record({
      kind: constantFrom('pay' as const),
      card: constantFrom(
        'pm_card_visa',
        'pm_card_visa_chargeDeclined',
        'pm_card_authenticationRequired',
        'pm_bank_debit',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      kind: constantFrom('disturb' as const),
      path: constantFrom('payment_intents', 'refunds'),
      how: constantFrom('fails', 'loses_response'),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ kind: constantFrom('bank' as const), outcome: constantFrom('succeeds', 'fails') }),
  },
  { weight: 4, arbitrary: record({ kind: constantFrom('deliver' as const), index: nat(9) }) },
  {
    weight: 6,
    arbitrary: record({
      kind: constantFrom('start', 'check', 'end_hold', 'cancel', 'sell_rest', 'sweep', 'handle', 'refund'),
    }),
  },
) as Arbitrary<Move>

/** Creates an order of two tickets. All histories share one stand-in for Stripe. */
async function openOrder({ standIn, shop, payments }: Awaited<ReturnType<typeof createStripeShop>>) {
  const [caller, rival] = [await insertCaller(db), await insertCaller(db)]
  const client = shop.as(caller)
  const sale = await insertSale(db, [{ total: 2 }])
  const { id: orderId, totalCents } = await client.reserve(reserveInput(sale, [2]))
  const { redirectUrl } = await client.startPayment({ orderId })
  const reference = redirectUrl.slice('/pay/stripe/'.length)
  const services = {
    db,
    payments,
    sales: shop.sales,
    jobs: { enqueue: async () => {} },
    live: { publish: () => {} },
    log: createLog({ level: 'silent' }),
  }
  const makeDue = async () => {
    await sql`update payments set check_at = clock_timestamp() where check_at is not null`.execute(db)
    await sql`update payment_events set next_attempt_at = clock_timestamp() where handled_at is null`.execute(
      db,
    )
    await sql`update refunds set next_attempt_at = clock_timestamp() where status = 'requested'`.execute(db)
  }
  // Ignores errors, because most actions are refused in some state of the order, like those of a real buyer.
  const tryTo = (run: () => unknown) =>
    Promise.resolve()
      .then(run)
      .catch(() => undefined)
  const listWebhooks = () => standIn.listWebhooks(reference)
  // No one can pay before the browser has got the secret.
  let hasSecret = false
  const start = async () => {
    const { state } = await client.stripe.start({ reference, amountCents: totalCents })
    hasSecret ||= state === 'ready'
  }
  async function play(next: Move): Promise<unknown> {
    if (next.kind === 'start') return start()
    if (next.kind === 'pay') return start().then(() => hasSecret && standIn.confirm(reference, next.card))
    if (next.kind === 'check') return client.stripe.check({ reference })
    if (next.kind === 'bank') return standIn.decide(standIn.findIntent(reference)?.id ?? '', next.outcome)
    if (next.kind === 'cancel') return client.cancelOrder({ orderId })
    if (next.kind === 'sell_rest') return shop.as(rival).reserve(reserveInput(sale, [1]))
    if (next.kind === 'deliver') return deliver([next.index])
    if (next.kind === 'end_hold') return endHolds(db, [orderId]).then(() => expireOrders(db))
    if (next.kind === 'disturb')
      return standIn.disturb(
        new RegExp(`POST .*${next.path}$`),
        next.how === 'fails' ? { kind: 'fails', status: 500 } : { kind: 'loses_response' },
      )
    await makeDue()
    if (next.kind === 'handle') return handleEvents(services)
    return next.kind === 'sweep' ? pollUnreportedPayments(services) : sendRefunds(services)
  }
  async function deliver(order: readonly number[]): Promise<void> {
    const all = listWebhooks()
    const events = order.flatMap((index) => all[index] ?? [])
    for (const { body, headers } of events) {
      const event = await payments.readEvent(Buffer.from(body), headers['stripe-signature'] ?? '')
      if (event !== undefined) await storeEvents(db, [event])
    }
  }
  return {
    orderId,
    reference,
    play: (next: Move) => tryTo(() => play(next)),
    deliver,
    countWebhooks: () => listWebhooks().length,
    /** Time passes: the hold ends, and every job runs until nothing is left to do. */
    async finish() {
      standIn.calm()
      await tryTo(() => standIn.decide(standIn.findIntent(reference)?.id ?? '', 'fails'))
      await endHolds(db, [orderId])
      for (let round = 0; round < 4; round += 1) {
        await expireOrders(db)
        await makeDue()
        await handleEvents(services)
        await pollUnreportedPayments(services)
        await sendRefunds(services)
      }
    },
    async readRows() {
      const { rows } = await sql<{
        order: string
        payment: string
        tickets: number
        refunded: number
        refund: string | null
      }>`
        select o.status as order, p.status as payment, p.check_at as "checkAt",
          (select count(*)::int from tickets k where k.order_id = o.id and k.status = 'valid') as tickets,
          (select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.payment_id = p.id) as refunded,
          (select max(r.status) from refunds r where r.payment_id = p.id) as refund
        from orders o join payments p on p.order_id = o.id where o.id = ${orderId}`.execute(db)
      return rows
    },
    readMoney: () => standIn.readMoney(reference),
  }
}

test(
  `no one pays without tickets or a refund, over ${HISTORIES} random histories of payments, webhooks and lost responses`,
  { timeout: randomRuns(isLongRun ? 1_800_000 : 60_000) },
  async () => {
    const stripe = await createStripeShop(db)
    await assert(
      asyncProperty(array(move, { minLength: 2, maxLength: 14 }), async (moves) => {
        const order = await openOrder(stripe)
        for (const next of moves) await order.play(next)
        await order.finish()
        const { received, refunded } = order.readMoney()
        const rows = await order.readRows()
        expect(rows).toHaveLength(1)
        expect(rows[0]).toMatchObject(
          received === 0
            ? { tickets: 0, refunded: 0, payment: 'abandoned' }
            : refunded === 0
              ? { order: 'confirmed', payment: 'approved', tickets: 2, refunded: 0 }
              : { order: 'refunded', payment: 'returned', tickets: 0, refunded: received, refund: 'done' },
        )
        expect([0, received]).toContain(refunded)
        expect(rows[0]).toHaveProperty('checkAt', null)
      }),
      { numRuns: HISTORIES },
    )
    expect(await findFaults(db)).toEqual([])
  },
)

test(
  `webhooks in any order, each up to ${TIMES} times, lead to the same rows`,
  { timeout: 60_000 },
  async () => {
    const stripe = await createStripeShop(db)
    const cards = ['pm_card_visa_chargeDeclined', 'pm_card_authenticationRequired', 'pm_card_visa'] as const
    await assert(
      asyncProperty(
        array(shuffledSubarray([...Array(10).keys()]), { minLength: 1, maxLength: TIMES }),
        async (orders) => {
          const order = await openOrder(stripe)
          for (const card of cards) await order.play({ kind: 'pay', card })
          for (const sequence of orders) {
            await order.deliver(sequence)
            await order.play({ kind: 'handle' })
          }
          await order.finish()
          expect(await order.readRows()).toMatchObject([
            { order: 'confirmed', payment: 'approved', tickets: 2, refunded: 0, refund: null },
          ])
        },
      ),
      { numRuns: randomRuns(15) },
    )
    expect(await findFaults(db)).toEqual([])
  },
)
