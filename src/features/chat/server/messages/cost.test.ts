import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { insertPersonId, insertRoom } from '../testing'
import { createTalk } from './testing'

const MESSAGES = 30_000

let drop: () => Promise<void>
/** A database with a single connection, so that the test can read this connection's statistics. */
let db: Database
let talk: ReturnType<typeof createTalk>
let mara: string
let busy: string
let middle: number
beforeAll(async () => {
  const database = await createTestDatabase()
  db = connect({ url: database.url, poolSize: 1 })
  drop = async () => {
    await db.destroy()
    await database.drop()
  }
  talk = createTalk(db)
  mara = await insertPersonId(db)
  busy = await insertRoom(db, { members: [mara] })
  // Most rooms get two messages, so the query planner expects two in every room. Only the busy room has many.
  for (let n = 0; n < 300; n += 1) {
    const room = await insertRoom(db, n < 20 ? { members: [mara] } : { type: 'private' })
    await sql`insert into chat_messages (room_id, user_id, content, seq)
      select ${room}::uuid, ${mara}::uuid, 'x', n from generate_series(1, 2) n`.execute(db)
  }
  const { rows } = await sql<{ seq: number }>`
    update chat_clock set seq = seq + ${MESSAGES} returning seq`.execute(db)
  const last = rows[0]?.seq ?? 0
  middle = last - MESSAGES / 2
  await sql`
    insert into chat_messages (room_id, user_id, client_id, content, seq)
    select ${busy}::uuid, ${mara}::uuid, gen_random_uuid(), 'x', n from generate_series(${last - MESSAGES + 1}::int, ${last}::int) n`.execute(
    db,
  )
})
afterAll(() => drop())

/** Returns how many rows of these tables `work` scanned. */
async function countScannedRows(work: () => Promise<unknown>, tables = ['chat_messages']): Promise<number> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ looked: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as looked from pg_stat_user_tables
      where relname = any(${tables})`.execute(db)
    return rows[0]?.looked ?? 0
  }
  const before = await count()
  await work()
  return (await count()) - before
}

/**
 * Runs `work` several times and returns the most rows scanned by one run. PostgreSQL first plans for the given values
 * and later switches to a generic plan; neither plan may scan all rows.
 */
async function mostOfMany(work: () => Promise<unknown>, tables?: string[]): Promise<number> {
  let most = 0
  for (let n = 0; n < 8; n += 1) most = Math.max(most, await countScannedRows(work, tables))
  return most
}

test('control: a query that reads every message is measured as a full scan', async () => {
  const all = () => sql`select max(content) from chat_messages`.execute(db)
  expect(await countScannedRows(all)).toBeGreaterThanOrEqual(MESSAGES)
})

test.each(['without planner statistics', 'analyzed'])(
  'a room with many messages costs the same as one with a hundred (%s)',
  async (state) => {
    if (state === 'analyzed') await sql`vacuum analyze`.execute(db)
    const messages = talk.as(mara).messages
    expect(await mostOfMany(() => messages.list({ roomId: busy }))).toBeLessThan(250)
    expect(await mostOfMany(() => messages.list({ roomId: busy, before: middle }))).toBeLessThan(250)
    expect(await mostOfMany(() => messages.feed())).toBeLessThan(250)
    expect(await mostOfMany(() => talk.say(mara, busy, 'hello'))).toBeLessThan(50)
    const clientId = crypto.randomUUID()
    const again = () => messages.send({ roomId: busy, clientId, content: 'hello again' })
    expect(await mostOfMany(again)).toBeLessThan(50)
  },
)

test.each(['without planner statistics', 'analyzed'])(
  'the feed costs the same with ten thousand rooms as with ten (%s)',
  async (state) => {
    if (state === 'without planner statistics') {
      await sql`
        with room as (
          insert into chat_rooms (name, room_type) select 'Room ' || n, 'public' from generate_series(1, 10000) n returning id)
        insert into chat_messages (room_id, user_id, content, seq) select id, ${mara}::uuid, 'x', 1 from room`.execute(
        db,
      )
      for (let n = 0; n < 10; n += 1) await talk.say(mara, busy, 'hello')
      // Add events that are not new messages: edits, and member events of another room.
      const secret = await insertRoom(db, { type: 'private' })
      for (let n = 0; n < 3; n += 1)
        await talk.as(mara).messages.edit({ messageId: await say(), content: `${n}` })
      await sql`insert into chat_events (seq, room_id, kind, user_id)
        select seq - 100 - n, ${secret}::uuid, 'member', ${mara}::uuid from chat_clock, generate_series(1, 50) n`.execute(
        db,
      )
    } else await sql`vacuum analyze`.execute(db)
    const tables = ['chat_messages', 'chat_rooms', 'chat_events', 'chat_room_members', 'chat_bans']
    expect(await mostOfMany(() => talk.as(mara).messages.feed(), tables)).toBeLessThan(300)
  },
)

async function say(): Promise<string> {
  return (await talk.say(mara, busy, 'hello')).id
}
