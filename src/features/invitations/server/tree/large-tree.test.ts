import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { addPerson, now } from '../testing'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => void ({ db, drop } = await createTestDatabase()))
afterAll(() => drop())

test('writes and reads a large invite tree through indexes, even with query plans made for an empty tree', async () => {
  const fresh = await createTestDatabase()
  try {
    const people = sql`generate_series(1, 3000) n`
    const id = sql`('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
    const read = await fresh.db.connection().execute(async (connection) => {
      await sql`insert into accounts (id, email) select ${id}, n || '@people.example' from ${people}`.execute(
        connection,
      )
      await sql`insert into profiles (id, full_name, email) select ${id}, 'Somebody', n || '@people.example' from ${people}`.execute(
        connection,
      )
      await sql`insert into user_roles (user_id, role) select ${id}, 'user' from ${people}`.execute(
        connection,
      )
      await sql`insert into invitations (code, status, created_by, used_by, used_at)
        select 'C' || lpad(n::text, 7, '0'), 'used', '00000000-0000-7000-8000-000000000001', ${id}, now()
        from generate_series(2, 100) n`.execute(connection)
      await sql`select pg_stat_force_next_flush()`.execute(connection)
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read as read from pg_stat_user_tables where relname = 'invitation_tree'`.execute(
        connection,
      )
      return rows[0]?.read
    })
    expect(read).toBeLessThan(50_000)
    expect(
      await fresh.db.selectFrom('invitation_tree').select('reached').where('reached', '>', 0).execute(),
    ).toEqual([{ reached: 99 }])
  } finally {
    await fresh.drop()
  }
})

test('counts a branch of 600 levels exactly, although its path is too long for an index entry', async () => {
  const top = await addPerson(db, 'Deep Top', 'user')
  let above = top
  const ids: string[] = []
  for (let n = 0; n < 620; n += 1) {
    const id = newId()
    await sql`insert into invitation_tree (id, parent_id, joined_at) values (${id}, ${above}, ${now})`.execute(
      db,
    )
    ids.push(id)
    above = id
  }
  await sql`insert into invitation_tree (id, parent_id, joined_at) values (${newId()}, ${ids[609]}, ${now})`.execute(
    db,
  )
  const sizeOf = async (id: string | undefined) =>
    (await sql<{ size: number }>`select count(*) as size from invitation_branch(${id}::uuid)`.execute(db))
      .rows[0]?.size
  expect(await sizeOf(top)).toBe(622)
  expect(await sizeOf(ids[600])).toBe(21)
  expect(await sizeOf(ids[610])).toBe(10)
})
