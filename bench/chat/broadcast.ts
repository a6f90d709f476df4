import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '~/database/connect'
import { startDatabase } from '../harness/database'
import { alternate, type Figure } from '../harness/alternate'
import { deliver, measureLatencies, type Talk } from '../harness/chat-load'
import { openPeer, openProduct } from '../harness/chat-side'
import { insertRooms, type Member } from '../harness/people'
import { startPeer, startProduct } from '../harness/processes'
import { DIGITS } from '../harness/readers'
import { insist } from '../harness/sale'
import { sized } from '../harness/quick'

const SECONDS = sized(4, 0.1)
// Rate limit: a person may send 20 messages in ten seconds. Benchmarks don't wait for it.
const LIMIT_MS = sized(10_500, 0)
const PACE = { seconds: sized(10, 0.5), perSecond: 20 }
const WARM_UP = { seconds: sized(3, 0.2), perSecond: 20 }
const ROUNDS = 6
const RECOVERY_MS = sized(1_000, 50)

interface HallSize {
  rooms: number
  members: number
  inFlight: number
  /** Whether the peer inserts each message, as the product does. */
  isStored: boolean
}

interface Hall extends HallSize {
  product: Talk
  peer: Talk
  /** Calls `run` while the product is paused. */
  alone: <Result>(run: () => Promise<Result>) => Promise<Result>
  /** Message counts in the database, for the product's rooms and the peer's. */
  stored: () => Promise<{ product: number; peer: number }>
  /** The numbers of the last messages stored in this reader's room, in order. */
  lastStored: (reader: number, count: number) => Promise<number[]>
}

/** Runs the product and the peer with the same people, both on one PostgreSQL with durable commits. */
async function withBothServers(
  { rooms, members, inFlight, isStored }: HallSize,
  run: (hall: Hall) => Promise<Figure[]>,
): Promise<Figure[]> {
  const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const server = await startDatabase(settings)
  const db = connect({ url: server.url, poolSize: 2 })
  await sql`create sequence peer_seq`.execute(db)
  const people = await insertRooms(db, { rooms, members })
  const others = await insertRooms(db, { rooms, members })
  const product = await startProduct(server.url)
  const peer = await startPeer(server.url)
  try {
    const productSide = await openProduct([product.port], people, inFlight)
    const peerSide = await openPeer(peer.port, others, { isStored })
    const figures = await run({
      rooms,
      members,
      inFlight,
      isStored,
      product: { side: productSide, rooms, members },
      peer: { side: peerSide, rooms, members },
      async alone(measure) {
        product.pause()
        try {
          return await measure()
        } finally {
          product.resume()
          // Gives the product time for the work that waited during the pause, so that it doesn't slow down the next
          // measurement.
          await new Promise((resolve) => setTimeout(resolve, RECOVERY_MS))
        }
      },
      stored: async () => ({ product: await countOf(db, people), peer: await countOf(db, others) }),
      lastStored: (reader, count) => readLast(db, people[reader]?.roomId ?? '', count),
    })
    productSide.close()
    peerSide.close()
    return figures
  } finally {
    await product.stop()
    await peer.stop()
    await db.destroy()
    await server.stop()
  }
}

async function countOf(db: Database, people: readonly Member[]): Promise<number> {
  const roomIds = [...new Set(people.map(({ roomId }) => roomId))]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_messages where room_id = any(${roomIds}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

async function readLast(db: Database, roomId: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ content: string }>`
    select content from chat_messages where room_id = ${roomId} order by seq desc limit ${count}`.execute(db)
  return rows.map(({ content }) => Number(content.slice(1, 1 + DIGITS))).toReversed()
}

/**
 * Measures messages delivered per second, alternating sides. Checks that every delivered message is stored and read in
 * stored order.
 */
async function measureDelivered(hall: Hall, { name, goal }: { name: string; goal: number }): Promise<Figure> {
  const load = { seconds: SECONDS, inFlight: hall.inFlight }
  const ours = async () => {
    await wait(LIMIT_MS)
    const before = await hall.stored()
    const { sent, perSecond } = await deliver(hall.product, load)
    const after = await hall.stored()
    insist(after.product - before.product === sent, `${sent} sent, ${after.product - before.product} stored`)
    for (const [index, { heard }] of hall.product.side.readers.readers.entries())
      if (heard)
        insist(
          String(heard) === String(await hall.lastStored(index, heard.length)),
          `reader ${index} received messages in a different order than stored`,
        )
    return perSecond
  }
  const peer = () =>
    hall.alone(async () => {
      const before = await hall.stored()
      const { sent, perSecond } = await deliver(hall.peer, load)
      const after = await hall.stored()
      insist(
        after.peer - before.peer === (hall.isStored ? sent : 0),
        'the peer stored different messages than were sent',
      )
      return perSecond
    })
  // Warms up the JIT compiler on both sides.
  await ours()
  await peer()
  return alternate({ name, goal, ours, peer })
}

/** Measures the 99th percentile of the time from sending to reading, at an even pace. */
async function measurePace(hall: Hall): Promise<Figure> {
  await measureLatencies(hall.product, WARM_UP)
  await measureLatencies(hall.peer, WARM_UP)
  const p99 = async (talk: Talk) => {
    const took = await measureLatencies(talk, PACE)
    return took[Math.floor(took.length * 0.99)] ?? Number.NaN
  }
  return alternate({
    name: 'chat room p99',
    goal: 2,
    direction: 'max',
    rounds: ROUNDS,
    ours: () => p99(hall.product),
    peer: () => hall.alone(() => p99(hall.peer)),
  })
}

export const measureRoom = (parts: ReadonlySet<string>) =>
  withBothServers(
    { rooms: 1, members: sized(1000, 40), inFlight: sized(64, 4), isStored: false },
    async (hall) => [
      ...(parts.has('delivered')
        ? [await measureDelivered(hall, { name: 'chat room delivered', goal: 0.8 })]
        : []),
      ...(parts.has('p99') ? [await measurePace(hall)] : []),
    ],
  )

export const measureRooms = () =>
  withBothServers(
    { rooms: sized(100, 3), members: 20, inFlight: sized(400, 6), isStored: true },
    async (hall) => [await measureDelivered(hall, { name: 'chat rooms', goal: 0.7 })],
  )
