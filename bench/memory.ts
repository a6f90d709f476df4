import { connect } from '~/database/connect'
import { seedDemo } from '~demo/seed-demo'
import { conclude, type Figure, measureCpu } from './harness/alternate'
import { openConnection, requestBytes } from './harness/connection'
import { countOperations, residentMb } from './harness/cpu'
import { startDatabase } from './harness/database'
import { startProduct } from './harness/processes'
import { sized } from './harness/quick'
import { insist } from './harness/sale'

const LIMIT_MB = 350
// Even the quick form requests every path at least once.
const PAGES = sized(20_000, 120)
const API_REQUESTS = sized(15_000, 60)
const CONNECTIONS = 16

const server = await startDatabase()
const db = connect({ url: server.url, poolSize: 2 })
await seedDemo(db, { now: new Date(), hashPassword: async () => 'no one signs in with a password here' })
const product = await startProduct(server.url)

/** Requests the paths in turn, `count` requests in total, compressed as in browsers. */
async function request(
  count: number,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<void> {
  const asked = paths.map((path) => requestBytes('GET', path, { 'accept-encoding': 'gzip, br', ...headers }))
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = await openConnection(product.port)
      for (let turn = next++; turn < count; turn = next++) {
        const { status } = await connection.request(asked[turn % asked.length] ?? '')
        insist(status === 200, `${paths[turn % paths.length]} answered ${status}`)
      }
      connection.close()
    }),
  )
  countOperations(count)
}

/** Runs the load and compares the process's resident memory afterwards with the limit. */
async function measure(name: string, run: () => Promise<void>): Promise<Figure> {
  const { value, cpu } = await measureCpu(async () => {
    await run()
    return residentMb(product.pid)
  })
  console.log(`  memory ${name}: ${value.toFixed(0)} MB`)
  return {
    name: `memory ${name}, of ${LIMIT_MB} MB`,
    goal: 1,
    direction: 'max',
    ratios: [value / LIMIT_MB],
    cpu: [cpu],
  }
}

try {
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('event_status', '=', 'published')
    .where('is_public', '=', true)
    .limit(50)
    .execute()
  const pages = ['/', '/events', '/discover', ...events.map(({ id }) => `/events/${id}`)]
  const api = [
    '/api/v1/events?limit=50',
    '/api/openapi.json',
    ...events.map(({ id }) => `/api/v1/events/${id}`),
  ]
  conclude([
    await measure('after the start', async () => undefined),
    // The header forces a render per request; otherwise most responses come from the cache for anonymous visitors.
    await measure('after pages', async () => {
      await request(PAGES / 2, pages, { authorization: 'none' })
      await request(PAGES / 2, pages, {})
    }),
    await measure('after API requests', () => request(API_REQUESTS, api, {})),
  ])
} finally {
  await product.stop()
  await db.destroy()
  await server.stop()
}
