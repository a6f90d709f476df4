import { sql } from 'kysely'
import { connect, type Database } from '~/database/connect'
import { startDatabase } from '../harness/database'
import { alternate, type Figure, median } from '../harness/alternate'
import { openConnection, requestBytes } from '../harness/connection'
import { measureTimings } from '../harness/load'
import { insertRooms, type Member } from '../harness/people'
import { startProduct } from '../harness/processes'
import { insist } from '../harness/sale'
import { sized } from '../harness/quick'

const FEW = sized(10_000, 1_000)
const CALLS = 200
const ROUNDS = 6
const PAGE = 100
const OTHER_ROOMS = 1000
/** One in this many messages goes to another room. */
const ELSEWHERE = 10

/** Measures the time to open a room with ten million messages, as a multiple of the time with ten thousand. */
export async function measureOpening(messages: number): Promise<Figure> {
  const large = await openRoom(messages)
  const small = await openRoom(FEW)
  try {
    const p50 = (room: typeof large) => async () => median(await measureTimings(CALLS, () => room.read()))
    // Warms up plans, caches and the JIT compiler on both sides.
    await p50(large)()
    await p50(small)()
    return await alternate({
      name: 'chat open',
      goal: 1.5,
      direction: 'max',
      rounds: ROUNDS,
      ours: p50(large),
      peer: p50(small),
    })
  } finally {
    await large.stop()
    await small.stop()
  }
}

/** Starts a product on its own database, with this many messages in the room to read. */
async function openRoom(messages: number) {
  const server = await startDatabase({ shared_buffers: '256MB', max_wal_size: '8GB' })
  const db = connect({ url: server.url, poolSize: 1 })
  const [reader] = await insertRooms(db, { rooms: 1, members: 20 })
  if (!reader) throw new Error('no member to read as')
  const started = performance.now()
  await fill(db, reader, messages)
  console.log(`  ${messages} messages in ${Math.round((performance.now() - started) / 1000)} s`)
  const product = await startProduct(server.url)
  const connection = await openConnection(product.port)
  const bytes = requestBytes('GET', `/api/v1/chat/rooms/${reader.roomId}/messages`, { cookie: reader.cookie })
  return {
    async read() {
      const { status, body } = await connection.request(bytes)
      insist(status === 200, `reading answered ${status}`)
      const page = JSON.parse(body.toString()) as { messages: Array<{ seq: number }>; hasOlder: boolean }
      const seqs = page.messages.map(({ seq }) => seq)
      const last = Math.floor(messages + messages / ELSEWHERE)
      insist(
        seqs.length === PAGE && page.hasOlder && (seqs.at(-1) ?? 0) >= last - 1 && isRising(seqs),
        `the page is not the newest: ${seqs.length} messages up to ${seqs.at(-1)} of ${last}`,
      )
    },
    async stop() {
      connection.close()
      await product.stop()
      await db.destroy()
      await server.stop()
    },
  }
}

const isRising = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))

/**
 * Inserts the room's messages, interleaved with messages of other rooms. Indexes are dropped and recreated and
 * references are not checked; otherwise this takes many times as long.
 */
async function fill(db: Database, { roomId }: Member, messages: number): Promise<void> {
  const total = Math.floor(messages + messages / ELSEWHERE)
  const indexes = await sql<{ name: string; text: string }>`
    select indexname as name, indexdef as text from pg_indexes
    where tablename = 'chat_messages' and indexname <> 'chat_messages_pkey'`.execute(db)
  for (const { name } of indexes.rows) await sql`drop index ${sql.id(name)}`.execute(db)
  await sql`insert into chat_rooms (name, room_type) select 'Room ' || n, 'public' from generate_series(1, ${OTHER_ROOMS}) n`.execute(
    db,
  )
  await sql`set session_replication_role = replica`.execute(db)
  await sql`
    with others as (select array_agg(id) as ids from chat_rooms where id <> ${roomId}),
      members as (select array_agg(user_id) as ids from chat_room_members where room_id = ${roomId})
    insert into chat_messages (id, room_id, user_id, content, seq, created_at)
    select lpad(to_hex(n), 32, '0')::uuid,
      case when n % ${ELSEWHERE + 1} = 0 then others.ids[1 + (n / ${ELSEWHERE + 1}) % ${OTHER_ROOMS}] else ${roomId}::uuid end,
      members.ids[1 + n % 20], 'Number ' || n || ' of what was said between two records.',
      n, now() - (${total} - n) * interval '1 second'
    from generate_series(1, ${total}) n, others, members`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  for (const { text } of indexes.rows) await sql.raw(text).execute(db)
  await sql`update chat_clock set seq = ${total}`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
