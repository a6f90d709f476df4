import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '~/database/connect'
import { createSandboxPayments } from '~/features/orders/server/payments/sandbox'
import { createStripePayments } from '~/features/orders/server/payments/stripe/stripe-payments'
import { createLimits } from '~/platform/limits/limits'
import { alternate, conclude, type Figure, measureCpu } from './harness/alternate'
import { type Connection, openConnection, requestBytes } from './harness/connection'
import { countOperations, watchPeer } from './harness/cpu'
import { startDatabase } from './harness/database'
import { isPeer, startPeer } from './harness/processes'
import { sized } from './harness/quick'
import {
  type Buyer,
  countSold,
  countSoldSeats,
  insertBuyers,
  insist,
  openSale,
  type Sale,
} from './harness/sale'
import { createShop, type ShopClient } from './harness/shop'
import { serveStripe, type StandInName, type StandInState, TEST_MODE } from './peers/stripe-peer'

// Buyers at a time with Stripe's test mode, which allows 25 calls per second. Each buyer makes two calls, so more
// buyers would only wait longer.
const LIMITED_BUYERS = 16
const LIMITED_SECONDS = sized(10, 2)
const BUYERS = 64
const SECONDS = sized(3, 0.3)
const PRICE_CENTS = 2_000
const PLENTY = 10_000_000
// Each order comes from the next account: an account has one open order per event.
const ACCOUNTS = sized(5_000, 1_000)
const STRIPE_PATH = '/pay/stripe/'
const SANDBOX_PATH = /[^/]+$/

type Pay = (client: ShopClient, order: { orderId: string; totalCents: number; path: string }) => Promise<void>

async function measure(): Promise<void> {
  const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  const db = connect({ url: server.url, poolSize: 16 })
  const peer = await startPeer(server.url)
  // The peer process runs the stand-ins for Stripe, which the other side of the comparison, the sandbox, doesn't use.
  // So its CPU time must not count for the sandbox.
  watchPeer(undefined)
  const accounts = await insertBuyers(db, ACCOUNTS)
  let next = 0
  const takeBuyer = () => accounts[next++ % accounts.length] as Buyer

  const readStandIn = async (name: StandInName) => {
    const response = await fetch(`http://127.0.0.1:${peer.port}/${name}`)
    return (await response.json()) as StandInState
  }

  async function createStripeShop(name: StandInName, callsPerSecond?: number) {
    const limits = createLimits()
    const payments = createStripePayments({
      db,
      limits,
      publicUrl: 'http://localhost:3000',
      config: {
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecrets: [],
        isLive: false,
        api: { protocol: 'http', host: '127.0.0.1', port: (await readStandIn(name)).port },
      },
      ...(callsPerSecond === undefined ? {} : { callsPerSecond }),
    })
    return createShop(db, { payments, limits })
  }

  const payWithStripe =
    (name: StandInName) =>
    (connection: Connection): Pay =>
    async (client, { orderId, totalCents, path }) => {
      const reference = path.slice(STRIPE_PATH.length)
      const { state } = await client.stripe.start({ reference, amountCents: totalCents })
      insist(state === 'ready', `the payment of order ${orderId} was ${state}`)
      const { status } = await connection.request(requestBytes('POST', `/${name}`, {}, { reference }))
      insist(status === 200, `the stand-in could not confirm: ${status}`)
      const checked = await client.stripe.check({ reference })
      insist(checked.isChecked && checked.status === 'approved', `the payment was ${checked.status}`)
    }

  const payInSandbox =
    (): Pay =>
    async (client, { path }) => {
      const reference = SANDBOX_PATH.exec(path)?.[0] ?? ''
      const { status } = await client.sandbox.decide({ reference, decision: 'approve' })
      insist(status === 'approved', `the payment was ${status}`)
    }

  /** Holds a ticket, opens the payment, pays and finishes. */
  async function buy(client: ShopClient, { eventId, ticketTypeId }: Sale, pay: Pay): Promise<void> {
    const items = [{ ticketTypeId, quantity: 1 }]
    const { id: orderId, totalCents } = await client.reserve({
      eventId,
      clientKey: crypto.randomUUID(),
      items,
    })
    const { redirectUrl: path } = await client.startPayment({ orderId })
    await pay(client, { orderId, totalCents, path })
  }

  /** Returns paid orders per second of `count` buyers at a time. Each run has its own ticket type. */
  const createRush =
    (
      shop: (buyer: Buyer) => ShopClient,
      payOn: (connection: Connection) => Pay,
      count: number,
      seconds: number,
    ) =>
    async () => {
      const sale = await openSale(db, { stock: PLENTY, priceCents: PRICE_CENTS })
      const connections = await Promise.all(Array.from({ length: count }, () => openConnection(peer.port)))
      const started = performance.now()
      let paid = 0
      await Promise.all(
        connections.map(async (connection) => {
          const pay = payOn(connection)
          while (performance.now() - started < seconds * 1000) {
            await buy(shop(takeBuyer()), sale, pay)
            paid += 1
          }
          connection.close()
        }),
      )
      const rate = paid / ((performance.now() - started) / 1000)
      countOperations(paid)
      // All paid orders are confirmed: countSoldSeats also counts held tickets, and countSold doesn't.
      insist((await countSoldSeats(db, sale)) === paid, 'the stock differs from the paid orders')
      insist((await countSold(db, sale)) === paid, 'a paid order was not confirmed')
      return rate
    }

  /** Returns the calls per second that reach Stripe in test mode while more buyers pay than it allows. */
  async function countCalls(): Promise<number> {
    const shop = await createStripeShop('limited')
    const paying = createRush(shop, payWithStripe('limited'), LIMITED_BUYERS, LIMITED_SECONDS + 2)()
    const counting = (async () => {
      // Counts after the first second, because the first calls also open connections.
      await wait(1_000)
      const [before, since] = [await readStandIn('limited'), performance.now()]
      await wait(LIMITED_SECONDS * 1000)
      const after = await readStandIn('limited')
      return (after.calls - before.calls) / ((performance.now() - since) / 1000)
    })()
    const [rate] = await Promise.all([counting, paying])
    const { refused } = await readStandIn('limited')
    insist(refused === 0, `${refused} calls were more than Stripe allows`)
    console.log(`  pay-provider: ${rate.toFixed(1)} calls per second`)
    return rate
  }

  try {
    const { value, cpu } = await measureCpu(countCalls)
    const limited: Figure = {
      name: `pay-provider calls, of ${TEST_MODE.callsPerSecond} per second`,
      goal: 0.9,
      direction: 'min',
      ratios: [value / TEST_MODE.callsPerSecond],
      cpu: [cpu],
    }
    const stripe = createRush(
      await createStripeShop('unlimited', 10_000),
      payWithStripe('unlimited'),
      BUYERS,
      SECONDS,
    )
    const sandbox = createRush(
      createShop(db, { payments: createSandboxPayments({ db }) }),
      payInSandbox,
      BUYERS,
      SECONDS,
    )
    // Warms up the JIT compiler on both sides.
    await stripe()
    await sandbox()
    conclude([
      limited,
      await alternate({ name: 'pay-provider buyers', goal: 0.7, ours: stripe, peer: sandbox }),
    ])
  } finally {
    await peer.stop()
    await db.destroy()
    await server.stop()
  }
}

if (isPeer) serveStripe()
else await measure()
