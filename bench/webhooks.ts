import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { connect } from '~/database/connect'
import { createPaymentIntentShape } from '~tests/support/stripe/shapes'
import { startStripeStandIn } from '~tests/support/stripe/stand-in'
import { alternate, conclude } from './harness/alternate'
import { openConnection } from './harness/connection'
import { startDatabase } from './harness/database'
import { load } from './harness/load'
import { isPeer, startPeer, startProduct } from './harness/processes'
import { insist } from './harness/sale'
import { serveWebhooks } from './peers/webhooks-peer'

const CONNECTIONS = 32
const SECONDS = 4
const WEBHOOK_SECRET = 'whsec_bench'
const PATH = '/api/webhooks/stripe'
const HOLE = 'EVENT_ID'

// A Stripe event about a payment that another program made on the same Stripe account. The product stores this event
// and handles it without calling Stripe.
const TEMPLATE = JSON.stringify({
  id: HOLE,
  object: 'event',
  api_version: '2026-01-01',
  created: Math.floor(Date.now() / 1000),
  type: 'payment_intent.succeeded',
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  data: {
    object: createPaymentIntentShape({
      id: 'pi_bench',
      amount: 2_200,
      currency: 'usd',
      created: Math.floor(Date.now() / 1000),
      metadata: { reference: 'b2b_bench' },
    }),
  },
})

/** Returns the signed request with which Stripe reports an event. Without an id, each call reports a new event. */
function signRequest(path: string, id = `evt_${crypto.randomUUID()}`, secret = WEBHOOK_SECRET): string {
  const payload = TEMPLATE.replace(HOLE, id)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nstripe-signature: ${signature}\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`
}

async function measure(): Promise<void> {
  const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  const db = connect({ url: server.url, poolSize: 2 })
  // After its start, the product asks Stripe for events whose report was lost. The stand-in answers this request.
  const standIn = await startStripeStandIn()
  const product = await startProduct(server.url, {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API: `http://127.0.0.1:${standIn.address.port}`,
  })
  const peer = await startPeer(server.url)

  /**
   * Returns the reported Stripe events stored per second. Empties their table at the end, so that neither side has
   * the events of the other.
   */
  const createRush = (port: number, path: string) => async () => {
    let sent = 0
    const rate = await load({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      worker: async (connection) => {
        const { status, body } = await connection.request(signRequest(path))
        insist(status === 200, `the report was answered with ${status}: ${body.toString()}`)
        sent += 1
      },
    })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_events`.execute(
      db,
    )
    insist(rows[0]?.count === sent, `${sent} reports were sent, ${rows[0]?.count} stored`)
    await sql`truncate payment_events`.execute(db)
    return rate
  }

  /** Checks that a Stripe event reported twice is stored once, and only with a valid signature. */
  async function checkSignatures(): Promise<void> {
    const connection = await openConnection(product.port)
    const send = async (id: string, secret?: string) =>
      (await connection.request(signRequest(PATH, id, secret))).status
    const statuses = [await send('evt_1'), await send('evt_1'), await send('evt_2', 'whsec_another')]
    connection.close()
    insist(statuses.join() === '200,200,400', `unexpected answers: ${statuses.join()}`)
    const stored = await db.selectFrom('payment_events').select('id').execute()
    insist(stored.map(({ id }) => id).join() === 'evt_1', `stored: ${JSON.stringify(stored)}`)
    await sql`truncate payment_events`.execute(db)
  }

  const measureOurs = createRush(product.port, PATH)
  const bare = createRush(peer.port, '/store')
  const measureBare = async () => {
    product.pause()
    try {
      return await bare()
    } finally {
      product.resume()
    }
  }
  try {
    await checkSignatures()
    // Warms up the JIT compiler on both sides.
    await measureOurs()
    await measureBare()
    conclude([await alternate({ name: 'webhooks', goal: 0.5, ours: measureOurs, peer: measureBare })])
  } finally {
    await product.stop()
    await peer.stop()
    await standIn.stop()
    await db.destroy()
    await server.stop()
  }
}

if (isPeer) serveWebhooks()
else await measure()
