import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '~/database/connect'
import { startDatabase } from './harness/database'
import { seedLarge } from './seed/seed-large'
import { alternate, conclude, measureCpu } from './harness/alternate'
import { openConnection, requestBytes, type Answer, type Connection } from './harness/connection'
import { load, repeat } from './harness/load'
import { isPeer, startPeer, startProduct } from './harness/processes'
import { insertBuyers, insist } from './harness/sale'
import { servePages } from './peers/pages-peer'
import { sized } from './harness/quick'

const SECONDS = 4
const CONNECTIONS = 8
const ROUNDS = 6
const CARD = /<article\b/g
const STALE_MS = 2_000
const PAUSE_MS = 2

// Only requests without a session and an authorization header use the cache. With this header the server renders the
// visitor's page for each request.
const UNCACHED = { authorization: 'none' }
const page = (headers: Record<string, string> = {}) => requestBytes('GET', '/events', headers)

async function ask(port: number, bytes: string): Promise<Answer> {
  const connection = await openConnection(port)
  try {
    return await connection.request(bytes)
  } finally {
    connection.close()
  }
}

function checkFiftyCards(answer: Answer, whose: string): void {
  const cards = answer.body.toString().match(CARD)?.length ?? 0
  insist(answer.status === 200 && cards === 50, `${whose}: ${answer.status} with ${cards} cards`)
}

/** Checks how long the cached page is stale after a change, at worst over several tries. */
async function insistFresh(db: Database, port: number): Promise<void> {
  const { id } = await db
    .selectFrom('events')
    .select('id')
    .where('event_date', '>', new Date())
    .orderBy('event_date')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (let round = 0; round < sized(4, 1); round++) {
    const title = `Renamed ${crypto.randomUUID()}`
    // Starts at a different age of the cached page each time.
    await ask(port, page())
    await sleep(round * 600)
    await db.updateTable('events').set({ title }).where('id', '=', id).execute()
    const changedAt = performance.now()
    for (;;) {
      const requestedAt = performance.now()
      const { body } = await ask(port, page())
      if (body.includes(title)) break
      insist(
        requestedAt - changedAt < STALE_MS,
        `stale ${Math.round(requestedAt - changedAt)} ms after a change`,
      )
      await sleep(20)
    }
  }
}

/** Checks that a signed-in person's page is private: never read from the cache and never stored in it. */
async function insistPagesArePrivate(db: Database, port: number): Promise<void> {
  const [buyer] = await insertBuyers(db, 1)
  insist(buyer !== undefined, 'no one to sign in as')
  const name = `Someone ${crypto.randomUUID()}`
  await db
    .updateTable('profiles')
    .set({ full_name: name })
    .where('id', '=', buyer?.caller.id ?? '')
    .execute()
  for (let round = 0; round < 3; round++) {
    const visitor = await ask(port, page())
    const own = await ask(port, page({ cookie: buyer?.cookie ?? '' }))
    const after = await ask(port, page())
    insist(own.body.includes(name), 'a signed-in person got the page of a visitor')
    insist(
      !visitor.body.includes(name) && !after.body.includes(name),
      'a visitor got the page of a signed-in person',
    )
    insist(
      /\r\ncache-control: private/i.test(own.head),
      'the page of a signed-in person may be cached by others',
    )
  }
}

async function measure(): Promise<void> {
  const server = await startDatabase()
  const db = connect({ url: server.url, poolSize: 2 })
  // Half of the events are upcoming.
  await seedLarge(db, { events: 120, tickets: 1_200, now: new Date() })
  const product = await startProduct(server.url)
  const peer = await startPeer(server.url)
  const rate = (port: number, bytes: string) => () =>
    load({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      worker: repeat(bytes, { status: 200, contains: '<article' }),
    })
  // A cached page costs the product less than requesting it costs the load generator, so we pause between requests and
  // count only the product's CPU time.
  const perCpuSecond = (bytes: string) => async () => {
    const once = repeat(bytes, { status: 200, contains: '<article' })
    const worker = (connection: Connection) => once(connection).then(() => sleep(PAUSE_MS))
    const { cpu } = await measureCpu(() =>
      load({ port: product.port, connections: CONNECTIONS, seconds: SECONDS, worker }),
    )
    return 1000 / (cpu.perOperation.product ?? Number.NaN)
  }
  try {
    checkFiftyCards(await ask(product.port, page(UNCACHED)), 'the product')
    checkFiftyCards(await ask(product.port, page()), 'the cached product')
    checkFiftyCards(await ask(peer.port, page()), 'the peer')
    await insistFresh(db, product.port)
    await insistPagesArePrivate(db, product.port)
    // Warms up the JIT compiler on both sides.
    for (let round = 0; round < 2; round++) {
      await rate(product.port, page(UNCACHED))()
      await rate(peer.port, page())()
    }
    conclude([
      await alternate({
        name: 'pages uncached',
        goal: 0.18,
        rounds: ROUNDS,
        ours: rate(product.port, page(UNCACHED)),
        peer: rate(peer.port, page()),
      }),
      await alternate({
        name: 'pages cached, per second of product CPU time',
        goal: 5,
        ours: perCpuSecond(page()),
        peer: perCpuSecond(page(UNCACHED)),
      }),
    ])
  } finally {
    await product.stop()
    await peer.stop()
    await db.destroy()
    await server.stop()
  }
}

if (isPeer) servePages()
else await measure()
