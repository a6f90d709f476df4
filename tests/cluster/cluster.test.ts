import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages } from '../../bench/chaos/list-messages'
import { runChaos } from '../../bench/chaos/run-chaos'
import { insertRooms, type Member } from '../../bench/harness/people'
import { insertBuyers, openSale } from '../../bench/harness/sale'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'
import { buildProcess } from '../support/build-process'
import { isLongRun } from '../support/long-run'
import { type Cluster, startCluster } from './cluster'
import { buyInRush } from './buy-in-rush'

// Three processes behind HAProxy with one PostgreSQL behind PgBouncer and one Redis. The long run uses the built product.
/** Time limit that only ends a run that hangs. */
const TEST_MS = isLongRun ? 1_200_000 : 240_000
const STOCK = isLongRun ? 500 : 40
const BUYERS = isLongRun ? 10_000 : 300

let cluster: Cluster
let removeBuild = () => {}
let people: Member[]
beforeAll(async () => {
  let script = 'scripts/start.mjs'
  if (!isLongRun) ({ script, remove: removeBuild } = await buildProcess('product-process.ts', 'cluster'))
  cluster = await startCluster(script)
  people = await insertRooms(cluster.db, { rooms: 1, members: 6 })
}, TEST_MS)
afterAll(async () => {
  await cluster.stop()
  removeBuild()
}, TEST_MS)

test(
  'SH-01 a rush sells exactly the available tickets, although one of three processes is killed',
  async () => {
    const { db, address } = cluster
    const sale = await openSale(db, { stock: STOCK, priceCents: 2_000 })
    let killed: Promise<void> | undefined
    const { paid, soldOut, errors, retries } = await buyInRush({
      address,
      sale,
      buyers: await insertBuyers(db, BUYERS),
      atOnce: 60,
      onPaid(count) {
        // The process is killed while other buyers reserve and pay.
        if (count === STOCK / 4) killed = cluster.kill(1).then(() => cluster.restart(1))
      },
    })
    await killed
    expect(errors).toEqual([])
    expect(retries).toBeGreaterThan(0)
    expect({ paid: new Set(paid).size, soldOut }).toEqual({ paid: STOCK, soldOut: BUYERS - STOCK })
    const { rows } = await sql.raw(buildInconsistencyQuery(() => 'true')).execute(db)
    expect(rows).toEqual([])
    const confirmed = await db
      .selectFrom('orders')
      .select('id')
      .where('event_id', '=', sale.eventId)
      .where('status', '=', 'confirmed')
      .execute()
    expect(confirmed.map(({ id }) => id).toSorted()).toEqual(paid.toSorted())
  },
  TEST_MS,
)

test(
  'CH-08 a message reaches readers on every process',
  async () => {
    const roomId = people[0]?.roomId
    const over = new AbortController()
    // Bypasses the proxy, so that each stream is at a known process.
    const streams = await Promise.all(
      cluster.products.map(async ({ address }, index) => {
        const headers = { cookie: people[index]?.cookie ?? '' }
        const response = await fetch(`${address}/api/live`, { headers, signal: over.signal })
        expect(response.status).toBe(200)
        return response.body?.pipeThrough(new TextDecoderStream()).getReader()
      }),
    )
    const readUntil = async (text: string) => {
      for (const stream of streams) {
        let received = ''
        while (!received.includes(text)) {
          const { value, done } = (await stream?.read()) ?? { done: true }
          if (done) throw new Error(`The stream ended after ${received}`)
          received += value
        }
      }
    }
    // A stream is ready once it has sent its position.
    await readUntil('\nid: ')
    const content = 'Heard everywhere'
    const sent = await fetch(`${cluster.address}/api/rpc/chat/messages/send`, {
      method: 'POST',
      headers: {
        cookie: people[5]?.cookie ?? '',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ json: { roomId, clientId: crypto.randomUUID(), content } }),
    })
    expect(sent.status).toBe(200)
    await readUntil(content)
    over.abort()
  },
  TEST_MS,
)

test.runIf(isLongRun)(
  'CH-08 CH-09 every reader gets every message once and in order, although Redis restarts twice and a process is killed',
  async () => {
    const { address, db, redis, kill, restart } = cluster
    const members = await insertRooms(db, { rooms: 1, members: 12 })
    const roomId = members[0]?.roomId ?? ''
    const failures = [
      { fail: redis.kill, recover: redis.restart },
      { fail: () => kill(2), recover: () => restart(2) },
      { fail: redis.kill, recover: redis.restart },
    ]
    let failed = -1
    const outcome = await runChaos({
      async startServer() {
        await failures[failed]?.recover()
        return {
          port: Number(new URL(address).port),
          async kill() {
            failed += 1
            await failures[failed]?.fail()
          },
        }
      },
      people: members.map(({ caller, cookie }) => ({ id: caller.id, cookie })),
      roomId,
      stored: () => listMessages(db, roomId),
      messages: 40,
      kills: failures.length,
      everyMs: 600,
      cutShare: 0.01,
    })
    expect(outcome['faults']).toEqual([])
    expect(outcome).toMatchObject({ stored: 480, acknowledged: 480, read: 480 * 12 })
  },
  TEST_MS,
)
