import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { createTestChat, insertPerson, insertRoom, type TestChat } from '../testing'

let drop: () => Promise<void>
/** A database with a single connection, so that the test can read this connection's statistics. */
let db: Database
let chat: TestChat
let me: Caller
let busy: string
beforeAll(async () => {
  const database = await createTestDatabase()
  db = connect({ url: database.url, poolSize: 1 })
  drop = async () => {
    await db.destroy()
    await database.drop()
  }
  chat = createTestChat(db)
  me = await insertPerson(db)
  const other = await insertPerson(db)
  // Other people's conversations and public rooms are small, so the planner expects every room to be small.
  await sql`insert into chat_rooms (name, room_type, join_by, direct_key)
    select 'Conversation', 'private', 'invitation', 'a:' || n from generate_series(1, 10000) n`.execute(db)
  await sql`insert into chat_rooms (name, room_type) select 'Room ' || n, 'public' from generate_series(1, 3000) n`.execute(
    db,
  )
  await sql`insert into chat_room_members (room_id, user_id) select id, ${other.id} from chat_rooms`.execute(
    db,
  )
  await sql`insert into chat_messages (room_id, user_id, content, seq)
    select id, ${other.id}, 'x', row_number() over () from chat_rooms`.execute(db)
  busy = await insertRoom(db, { members: [me] })
  await sql`insert into chat_messages (room_id, user_id, content, seq)
    select ${busy}::uuid, ${other.id}::uuid, 'x', 100000 + n from generate_series(1, 20000) n`.execute(db)
  await sql`update chat_clock set seq = 120000`.execute(db)
})
afterAll(() => drop())

/**
 * Runs the work many times, because PostgreSQL switches to a generic plan, and returns the most rows that one run
 * scanned.
 */
async function maxRowsScanned(table: string, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ looked: number }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as looked from pg_stat_user_tables where relname = ${table}`.execute(
      db,
    )
    return rows[0]?.looked ?? 0
  }
  let most = 0
  for (let n = 0; n < 12; n += 1) {
    const before = await count()
    await work()
    most = Math.max(most, (await count()) - before)
  }
  return most
}

test('control: a query that reads every room is measured as a full scan', async () => {
  const all = () => sql`select max(name), max(description) from chat_rooms`.execute(db)
  expect(await maxRowsScanned('chat_rooms', all)).toBeGreaterThan(13_000)
})

describe.each(['without planner statistics', 'analyzed'])('%s', (state) => {
  beforeAll(async () => {
    if (state === 'analyzed') await sql`vacuum analyze`.execute(db)
  })

  test("CH-01 the list scans neither other people's conversations nor more rooms than it shows", async () => {
    const list = () => chat.as(me).rooms.list({})
    expect((await list()).rooms).toHaveLength(200)
    expect(await maxRowsScanned('chat_rooms', list)).toBeLessThan(1500)
  })

  test('counting unread messages starts at the newest and stops at a hundred', async () => {
    expect((await chat.as(me).rooms.unread({})).unread).toBe(100)
    expect(await maxRowsScanned('chat_messages', () => chat.as(me).rooms.unread({}))).toBeLessThan(1100)
    expect(await maxRowsScanned('chat_messages', () => chat.as(me).rooms.list({}))).toBeLessThan(1500)
  })

  test('opening a room scans neither other rooms nor messages', async () => {
    const get = () => chat.as(me).rooms.get({ roomId: busy })
    expect(await maxRowsScanned('chat_rooms', get)).toBeLessThan(20)
    expect(await maxRowsScanned('chat_messages', get)).toBe(0)
  })
})
