import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { seedDemo } from './seed-demo'

const now = new Date('2026-11-21T02:00:00Z')

let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'a hash' })
})

afterAll(() => drop())

async function count(query: string): Promise<number> {
  const [n] = await column<number>(`select count(*)::int as value from ${query}`)
  return n ?? -1
}

async function column<T = string>(query: string): Promise<T[]> {
  const { rows } = await sql.raw<{ value: T }>(query).execute(db)
  return rows.map((row) => row.value)
}

test('CH-01 rooms of every kind have messages, and message ids ascend with time across all rooms', async () => {
  const kinds = `select room_type || ' ' || coalesce(join_by, '') || case when direct_key is null then '' else ' of two' end
      || case when is_active then '' else ' archived' end || ' ' || count(*) as value
    from chat_rooms group by room_type, join_by, direct_key is null, is_active order by 1`
  expect(await column(kinds)).toEqual([
    'genre  6',
    'private invitation 1',
    'private invitation of two 1',
    'private request 1',
    'public  4',
    'public  archived 1',
  ])
  expect(await count('chat_rooms r where not exists (select from chat_messages where room_id = r.id)')).toBe(
    0,
  )
  const ids = await column('select id as value from chat_messages order by created_at, seq')
  expect(ids).toEqual(ids.toSorted())
  const seqs = await column<number>('select seq::int as value from chat_messages order by id')
  expect(seqs).toEqual(seqs.map((_, n) => n + 1))
  expect(await column('select seq::int as value from chat_clock')).toEqual([seqs.length])
})

test('M-02 Mara has unread messages in three rooms, a request to answer in one and an invitation to a fourth', async () => {
  const mara = `(select id from profiles where email = 'mara@backtoback.example')`
  const unread = `select (case when r.direct_key is null then r.name else 'Juno' end) || ' ' || count(*) as value
    from chat_room_members m join chat_rooms r on r.id = m.room_id join chat_messages c on c.room_id = r.id
    where m.user_id = ${mara} and c.seq > m.last_read_seq and c.user_id is distinct from m.user_id
    group by r.id order by 1`
  expect(await column(unread)).toEqual(['Juno 1', 'Load-in 3', 'Promoters NL 1'])
  expect(
    await count(`chat_room_members m join chat_rooms r on r.id = m.room_id
      where r.name in ('After hours', 'Room 2, upstairs') and m.user_id = ${mara}`),
  ).toBe(0)
  expect(
    await count(`notifications where kind = 'room_invitation' and read_at is null and user_id = ${mara}`),
  ).toBe(1)
})

test('the moderators have open reports, and reports that were already decided', async () => {
  expect(await count('moderation_cases where decided_at is null')).toBe(3)
  expect(await count('moderation_cases where decided_at is not null')).toBe(2)
  expect(
    await count(`moderation_cases c where not exists (select from moderation_reports r where r.case_id = c.id)
      or c.message_id is not null and not exists (select from chat_messages m
        where m.id = c.message_id and m.content = c.quote and m.room_id = c.room_id and m.user_id = c.person_id)`),
  ).toBe(0)
  const activeMutes = `select r.name as value from chat_mutes t left join chat_rooms r on r.id = t.room_id
    where t.lifted_at is null and t.until > '${now.toISOString()}'`
  expect(await column(activeMutes)).toEqual(['Gear swap'])
  expect(
    await count(`chat_messages m where hidden_at is not null and not exists (select from audit_log a
      where a.action = 'chat.hide_message' and a.subject_id = m.id::text and a.created_at = m.hidden_at)`),
  ).toBe(0)
})
