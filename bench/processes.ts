import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { connect, type Database } from '~/database/connect'
import { alternate, conclude, type Figure } from './harness/alternate'
import { deliver, type Talk } from './harness/chat-load'
import { openProduct } from './harness/chat-side'
import { requestBytes } from './harness/connection'
import { countOperations, sumProcesses, watchProduct } from './harness/cpu'
import { startDatabase } from './harness/database'
import { canLimitShare, limitShare } from './harness/limit-share'
import { load } from './harness/load'
import { insertRooms } from './harness/people'
import { type RunningProduct, startProduct } from './harness/processes'
import { countSoldSeats, insertBuyers, insist, openSale } from './harness/sale'
import { sized } from './harness/quick'

// Compares several processes on one database with a single process on another database.
const CONNECTIONS = sized(1024, 32)
const ACCOUNTS = sized(5, 10)
const TICKET_TYPES = 8
const PLENTY = 10_000_000
const SALE_SECONDS = 8
/**
 * The share of a core for each process: small enough that two processes, PostgreSQL and the load don't compete for
 * two cores.
 */
const SHARE = 0.4
const CHAT = { seconds: sized(3, 0.1), inFlight: sized(64, 6) }
// Rate limit: a person may send 20 messages in ten seconds.
const LIMIT_MS = sized(10_500, 0)

interface Site {
  db: Database
  products: RunningProduct[]
  ports: number[]
  stop: () => Promise<void>
}

async function startSite(processes: number, redisUrl: string): Promise<Site> {
  const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  const db = connect({ url: server.url, poolSize: 2 })
  // With ROLE=web, the emails about the orders are left to another process: sending them takes more of a core than
  // selling.
  const settings = { ROLE: 'web', ...(processes > 1 ? { REDIS_URL: redisUrl } : {}) }
  const products: RunningProduct[] = []
  for (let count = 0; count < processes; count += 1) products.push(await startProduct(server.url, settings))
  return {
    db,
    products,
    ports: products.map(({ port }) => port),
    async stop() {
      for (const product of products) await product.stop()
      await db.destroy()
      await server.stop()
    },
  }
}

/** Runs a turn of one site while the other is suspended, so that its deferred work doesn't load the machine. */
async function runAlone<Result>(other: Site, turn: () => Promise<Result>): Promise<Result> {
  for (const product of other.products) product.pause()
  try {
    return await turn()
  } finally {
    for (const product of other.products) product.resume()
  }
}

/** Counts the CPU time of both sites together, because a suspended process uses none. */
function watchSites(...sites: readonly Site[]): void {
  watchProduct(...sites.flatMap(({ products }) => products.map(({ pid }) => pid)))
}

/** Returns a function that buys free tickets of several types and returns the confirmed orders per second. */
async function prepareSale(site: Site): Promise<() => Promise<number>> {
  const buyers = await insertBuyers(site.db, CONNECTIONS * ACCOUNTS)
  return async () => {
    const sales = await Promise.all(
      Array.from({ length: TICKET_TYPES }, () => openSale(site.db, { stock: PLENTY, priceCents: 0 })),
    )
    const orders: number[] = []
    const rates = await Promise.all(
      site.ports.map((port, process) =>
        load({
          port,
          connections: CONNECTIONS / site.ports.length,
          seconds: SALE_SECONDS,
          async worker(connection, index) {
            const place = process * (CONNECTIONS / site.ports.length) + index
            const order = orders[place] ?? 0
            orders[place] = order + 1
            const sale = sales[place % TICKET_TYPES]
            const buyer = buyers[place * ACCOUNTS + (order % ACCOUNTS)]
            if (!sale || !buyer) throw new Error('no buyer')
            const input = {
              eventId: sale.eventId,
              clientKey: crypto.randomUUID(),
              items: [{ ticketTypeId: sale.ticketTypeId, quantity: 1 }],
            }
            const headers = { cookie: buyer.cookie, 'sec-fetch-site': 'same-origin' }
            const { status, body } = await connection.request(
              requestBytes('POST', '/api/rpc/orders/reserve', headers, { json: input }),
            )
            insist(status === 200 && body.includes('confirmed'), `reserve answered ${status}`)
          },
        }),
      ),
    )
    const sold = await Promise.all(sales.map((sale) => countSoldSeats(site.db, sale)))
    const confirmed = orders.reduce((sum, count) => sum + count, 0)
    const total = sold.reduce((sum, count) => sum + count, 0)
    insist(total === confirmed, `${total} sold, ${confirmed} confirmed`)
    return rates.reduce((sum, rate) => sum + rate, 0)
  }
}

async function measureSales(redisUrl: string): Promise<Figure> {
  const [two, one] = [await startSite(2, redisUrl), await startSite(1, redisUrl)]
  watchSites(two, one)
  const [sellTwo, sellOne] = [await prepareSale(two), await prepareSale(one)]
  try {
    const sellWithTwo = () => runAlone(one, sellTwo)
    const sellWithOne = () => runAlone(two, sellOne)
    // Warms up the JIT compiler on both sides.
    await sellWithTwo()
    await sellWithOne()
    const isLimited = canLimitShare()
    const limit = (site: Site, sell: () => Promise<number>) => () =>
      isLimited
        ? limitShare(
            site.products.map(({ pid }) => pid),
            SHARE,
            sell,
          )
        : sell()
    return await alternate({
      name: isLimited ? `processes: two sell, each with ${SHARE} of a core` : 'processes: two sell',
      goal: 1.5,
      ours: limit(two, sellWithTwo),
      peer: limit(one, sellWithOne),
    })
  } finally {
    await two.stop()
    await one.stop()
  }
}

/**
 * Returns a function that sends messages in `rooms` rooms of `members` people each and measures the rate. The
 * people's tabs are spread over the processes of the site.
 */
async function prepareChat(site: Site, { rooms, members }: { rooms: number; members: number }) {
  const people = await insertRooms(site.db, { rooms, members })
  return async () => {
    await wait(LIMIT_MS)
    // Opens connections for each turn, because the product closes idle ones.
    const side = await openProduct(site.ports, people, CHAT.inFlight)
    const talk: Talk = { side, rooms, members }
    const processIds = site.products.map(({ pid }) => pid)
    const before = sumProcesses(processIds)
    const started = performance.now()
    const { sent } = await deliver(talk, CHAT)
    const seconds = (performance.now() - started) / 1000
    const cpuMs = sumProcesses(processIds) - before
    side.close()
    return { perSecond: sent / seconds, cpuMsPerMessage: cpuMs / sent }
  }
}

async function measureMessages(redisUrl: string): Promise<Figure[]> {
  const [three, single] = [await startSite(3, redisUrl), await startSite(1, redisUrl)]
  watchSites(three, single)
  const size = { rooms: sized(60, 3), members: sized(12, 6) }
  const [chatInThree, chatInOne] = [await prepareChat(three, size), await prepareChat(single, size)]
  const sendToPairs = await prepareChat(three, { rooms: sized(300, 3), members: 2 })
  await sql`create table bare_clock (seq bigint not null); insert into bare_clock values (0)`.execute(
    three.db,
  )
  const commitBare = async () => {
    let count = 0
    const until = performance.now() + CHAT.seconds * 1000
    for (; performance.now() < until; count += 1)
      await sql`update bare_clock set seq = seq + 1`.execute(three.db)
    countOperations(count)
    return count / CHAT.seconds
  }
  try {
    const measureCpuOfThree = () => runAlone(single, async () => (await chatInThree()).cpuMsPerMessage)
    const measureCpuOfOne = () => runAlone(three, async () => (await chatInOne()).cpuMsPerMessage)
    const store = () => runAlone(single, async () => (await sendToPairs()).perSecond)
    await measureCpuOfThree()
    await measureCpuOfOne()
    return [
      await alternate({
        name: 'processes: CPU time per message of three',
        goal: 1.2,
        direction: 'max',
        ours: measureCpuOfThree,
        peer: measureCpuOfOne,
      }),
      await alternate({
        name: 'processes: messages stored by the chat clock',
        goal: 1,
        ours: store,
        peer: () => runAlone(three, commitBare),
      }),
    ]
  } finally {
    await three.stop()
    await single.stop()
  }
}

async function startRedis() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const child = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  const ready = Promise.withResolvers<void>()
  child.stdout.on('data', (text) => (String(text).includes('Ready to accept') ? ready.resolve() : undefined))
  child.once('error', ready.reject)
  child.once('exit', () => ready.reject(new Error('redis-server ended')))
  await ready.promise
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const redis = await startRedis()
try {
  conclude([await measureSales(redis.url), ...(await measureMessages(redis.url))])
} finally {
  await redis.stop()
}
