import { sql } from 'kysely'
import { connect, type Database } from '~/database/connect'
import { startDatabase } from './harness/database'
import { alternate, conclude } from './harness/alternate'
import { openConnection, requestBytes, type Connection } from './harness/connection'
import { load } from './harness/load'
import { isPeer, startPeer, startProduct } from './harness/processes'
import {
  countSold,
  countSoldSeats,
  insertBuyers,
  insist,
  openSale,
  type Buyer,
  type Sale,
} from './harness/sale'
import { serveShop } from './peers/shop-peer'
import { sized } from './harness/quick'

const CONNECTIONS = 32
// One account may order twenty times for one event, so a connection rotates through its accounts.
const ACCOUNTS = sized(150, 10)
const SECONDS = 4
const PRICE_CENTS = 2_000
const PLENTY = 10_000_000
const FEW = sized(500, 40)

type Buy = (connection: Connection, buyer: Buyer, sale: Sale) => Promise<'confirmed' | 'sold_out'>

/** The fields that are read from the responses of the three calls. */
interface Output {
  id: string
  status: string
  code?: string
  redirectUrl: string
}

async function call(
  connection: Connection,
  { cookie }: Buyer,
  path: string,
  input: unknown,
): Promise<{ status: number; output: Output }> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const bytes = requestBytes('POST', `/api/rpc/${path}`, headers, { json: input })
  const { status, body } = await connection.request(bytes)
  const { json } = JSON.parse(body.toString()) as { json: Output }
  return { status, output: json }
}

async function reserve(connection: Connection, buyer: Buyer, { eventId, ticketTypeId }: Sale) {
  const input = { eventId, clientKey: crypto.randomUUID(), items: [{ ticketTypeId, quantity: 1 }] }
  const { status, output } = await call(connection, buyer, 'orders/reserve', input)
  if (status === 409 && output.code === 'SOLD_OUT') return undefined
  insist(status === 200, `reserve answered ${status}: ${JSON.stringify(output)}`)
  return output
}

const buyFree: Buy = async (connection, buyer, sale) => {
  const order = await reserve(connection, buyer, sale)
  insist(order === undefined || order.status === 'confirmed', 'a free ticket was not confirmed immediately')
  return order ? 'confirmed' : 'sold_out'
}

const buyPaid: Buy = async (connection, buyer, sale) => {
  const order = await reserve(connection, buyer, sale)
  if (!order) return 'sold_out'
  const { output: opened } = await call(connection, buyer, 'orders/startPayment', {
    orderId: order.id,
  })
  const reference = opened.redirectUrl.split('/').at(-1)
  const { output: paid } = await call(connection, buyer, 'orders/sandbox/decide', {
    reference,
    decision: 'approve',
  })
  insist(paid.status === 'approved', `the payment was ${paid.status}`)
  return 'confirmed'
}

const buyBare: Buy = async (connection, buyer, sale) => {
  const bytes = requestBytes('POST', '/buy', {}, { customerId: buyer.caller.id, ...sale })
  const { status, body } = await connection.request(bytes)
  if (status === 409) return 'sold_out'
  insist(status === 200 && body.includes('confirmed'), `the peer answered ${status}`)
  return 'confirmed'
}

async function measure(): Promise<void> {
  const server = await startDatabase({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  })
  const db = connect({ url: server.url, poolSize: 2 })
  const buyers = await insertBuyers(db, CONNECTIONS * ACCOUNTS)
  const buyerOf = (connection: number, order: number) => {
    const buyer = buyers[connection * ACCOUNTS + (order % ACCOUNTS)]
    if (!buyer) throw new Error('no buyer')
    return buyer
  }
  const product = await startProduct(server.url)
  const peer = await startPeer(server.url)

  /** Returns confirmed orders per second while each buyer orders repeatedly. Each run has its own ticket type. */
  const rush = (port: number, buy: Buy, priceCents: number) => async () => {
    const sale = await openSale(db, { stock: PLENTY, priceCents })
    const orders: number[] = []
    const rate = await load({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      worker: async (connection, index) => {
        const order = orders[index] ?? 0
        orders[index] = order + 1
        const outcome = await buy(connection, buyerOf(index, order), sale)
        insist(outcome === 'confirmed', 'sold out although there was stock')
      },
    })
    const sold = buy === buyBare ? await countSold(db, sale) : await countSoldSeats(db, sale)
    const confirmed = orders.reduce((sum, count) => sum + count, 0)
    insist(sold === confirmed, `${sold} sold, ${confirmed} confirmed`)
    return rate
  }

  /** Lets all buyers order until the event is sold out, and checks that exactly the available stock is sold. */
  async function sellOut(buy: Buy, priceCents: number): Promise<void> {
    const sale = await openSale(db, { stock: FEW, priceCents })
    let confirmed = 0
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, index) => {
        const connection = await openConnection(product.port)
        let order = 0
        while ((await buy(connection, buyerOf(index, order++), sale)) === 'confirmed') confirmed += 1
        connection.close()
      }),
    )
    insist(
      confirmed === FEW && (await countSoldSeats(db, sale)) === FEW,
      `${confirmed} orders were confirmed`,
    )
  }

  const free = rush(product.port, buyFree, 0)
  const paid = rush(product.port, buyPaid, PRICE_CENTS)
  const bareRush = rush(peer.port, buyBare, 0)
  const bare = async () => {
    product.pause()
    try {
      return await bareRush()
    } finally {
      product.resume()
    }
  }
  // Measures sales while jobs post them and their fees to the ledger. First drops the work that earlier turns left to
  // the jobs.
  const withLedger = async () => {
    await sql`truncate order_outbox`.execute(db)
    // The next import of fees starts a minute before `imported_until`, which is now.
    await sql`update fee_imports set imported_until = clock_timestamp() + interval '1 minute'`.execute(db)
    return paid()
  }
  const withoutLedger = async () => {
    const restore = await disableLedger(db)
    try {
      return await withLedger()
    } finally {
      await restore()
    }
  }
  try {
    await sellOut(buyFree, 0)
    await sellOut(buyPaid, PRICE_CENTS)
    // Warms up the JIT compiler on both sides.
    await free()
    await bare()
    conclude([
      await alternate({ name: 'on-sale-http free', goal: 1.5, ours: free, peer: bare }),
      await alternate({ name: 'on-sale-http paid', goal: 0.5, ours: paid, peer: bare }),
      await alternate({
        name: 'on-sale-http paid, against the same without the ledger',
        goal: 0.95,
        ours: withLedger,
        peer: withoutLedger,
      }),
    ])
  } finally {
    await product.stop()
    await peer.stop()
    await db.destroy()
    await server.stop()
  }
}

/** Replaces the functions that post sales and fees. Returns a function that restores them. */
async function disableLedger(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.proname in ('post_sales', 'post_provider_fees')`.execute(db)
  for (const { definition } of rows) {
    const head = definition.slice(0, definition.indexOf('AS $function$'))
    const returns = head.includes('RETURNS integer') ? 'integer' : 'void'
    const body = returns === 'integer' ? 'select 0' : 'select'
    await sql.raw(`${head.replace('LANGUAGE plpgsql', 'LANGUAGE sql')} AS $$ ${body} $$`).execute(db)
  }
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(db)
  }
}

if (isPeer) serveShop()
else await measure()
