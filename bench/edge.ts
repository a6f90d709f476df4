import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EdgeProxy, startNginx } from '~tests/support/edge-proxies'
import { connect } from '~/database/connect'
import { createRandom } from '~demo/random'
import { alternate, conclude, type Figure } from './harness/alternate'
import { type Connection, openConnection, requestBytes } from './harness/connection'
import { watchPeer, watchProduct } from './harness/cpu'
import { startDatabase } from './harness/database'
import { load } from './harness/load'
import { startProduct } from './harness/processes'
import { sized } from './harness/quick'
import { insist } from './harness/sale'
import { seedLarge } from './seed/seed-large'

const EVENTS = 100
const CONNECTIONS = 32
const SECONDS = 6
const ROUNDS = 4

const createGet = (path: string) => requestBytes('GET', path, { 'accept-encoding': 'br' })

/** Configures nginx to keep connections open, and to send cached pages as fast as files. */
const changeNginx = (text: string) => `sendfile on; keepalive_requests 100000000;\n${text}`

/** Returns the id of nginx's worker process, the only child of the process that was started. */
function findWorker({ pid }: EdgeProxy): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

/**
 * Requests random events, the n-th most popular one n times less often than the first. Returns the share of requests
 * that caused no work in the product.
 */
async function measureHits(proxy: EdgeProxy, paths: readonly string[], round: number): Promise<number> {
  const random = createRandom(`rush ${round}`)
  const sums: number[] = []
  for (const rank of paths.keys()) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 1))
  const requests = paths.map(createGet)
  const states = new Map<string, number>()
  const readRandomPage = async (connection: Connection) => {
    const at = random() * (sums.at(-1) ?? 0)
    const rank = sums.findIndex((sum) => at < sum)
    const { status, head, body } = await connection.request(requests[rank] ?? '')
    insist(status === 200 && body.length > 1_000, `${paths[rank]}: ${status}`)
    const state = /\r\nx-cache: (\w+)/iu.exec(head)?.[1] ?? 'none'
    states.set(state, (states.get(state) ?? 0) + 1)
  }
  await load({ port: proxy.socket, connections: CONNECTIONS, seconds: SECONDS, worker: readRandomPage })
  const all = [...states.values()].reduce((sum, count) => sum + count, 0)
  console.log(`  round ${round + 1}: ${[...states].map(([state, count]) => `${state} ${count}`).join(', ')}`)
  // nginx passed all other requests to the product; after a STALE response it does so in the background.
  return ((states.get('HIT') ?? 0) + (states.get('UPDATING') ?? 0)) / all
}

/** Returns a side that reads one path through a proxy. */
function createReadSide(proxy: EdgeProxy, path: string, isExpected: (head: string, size: number) => boolean) {
  const bytes = createGet(path)
  const readOnce = async (connection: Connection) => {
    const { status, head, body } = await connection.request(bytes)
    insist(status === 200 && isExpected(head, body.length), `${path}: ${body.length} bytes, ${head}`)
  }
  return () => load({ port: proxy.socket, connections: CONNECTIONS, seconds: SECONDS, worker: readOnce })
}

async function readPage(proxy: EdgeProxy, bytes: string) {
  const connection = await openConnection(proxy.socket)
  try {
    return await connection.request(bytes)
  } finally {
    connection.close()
  }
}

const server = await startDatabase()
const db = connect({ url: server.url, poolSize: 2 })
const folder = mkdtempSync(join(tmpdir(), 'back-to-back-edge-'))
await seedLarge(db, { events: 2 * sized(EVENTS, 10), tickets: 400, now: new Date() })
const events = await db
  .selectFrom('events')
  .select(['id', 'title'])
  .where('event_date', '>', new Date())
  .where('event_status', '=', 'published')
  .where('is_public', '=', true)
  .orderBy('event_date')
  .execute()
const [popular] = events
insist(popular !== undefined, 'no event is public')
const path = `/events/${popular?.id}`
const product = await startProduct(server.url, { EDGE_CACHE: 'on' })
const origins = [`127.0.0.1:${product.port}`]
const proxy = await startNginx(origins, { edit: changeNginx })
const serveFolder = `location = /page.html { root ${folder}; }\n\n\tlocation / {`
const files = await startNginx(origins, {
  edit: (text) => changeNginx(text).replace('location / {', serveFolder),
})
try {
  const plain = await readPage(proxy, requestBytes('GET', path))
  insist(plain.body.includes(popular?.title ?? ''), `the page of another event: ${plain.status}`)
  const { body: page } = await readPage(proxy, createGet(path))
  writeFileSync(join(folder, 'page.html'), page)
  const figures: Figure[] = []
  const shares: number[] = []
  for (let round = 0; round < sized(ROUNDS, 1); round++)
    shares.push(
      await measureHits(
        proxy,
        events.map(({ id }) => `/events/${id}`),
        round,
      ),
    )
  figures.push({ name: 'edge hits in a rush', goal: 0.95, direction: 'min', ratios: shares })
  watchProduct(findWorker(proxy))
  watchPeer(findWorker(files))
  // Two renderings of the same page differ a little in size, because of the times in them and the order in which
  // their data arrived. So the size needs to match only roughly.
  const isPage = (head: string, size: number) =>
    /\r\nx-cache: (?:HIT|STALE|UPDATING)/iu.test(head) && Math.abs(size - page.length) < page.length / 10
  figures.push(
    await alternate({
      name: 'edge stored pages',
      goal: 0.25,
      rounds: ROUNDS,
      ours: createReadSide(proxy, path, isPage),
      peer: createReadSide(files, '/page.html', (_head, size) => size === page.length),
    }),
  )
  console.log(`  the page and the file have ${page.length} bytes`)
  conclude(figures)
} finally {
  await proxy.stop()
  await files.stop()
  await product.stop()
  await db.destroy()
  await server.stop()
  rmSync(folder, { recursive: true })
}
