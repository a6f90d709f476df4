import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate'
import { runAsAdmin, withDatabase } from '~tests/support/database'

const name = `chat_upgrade_${process.pid}`
const admin = () => inject('testServer').admin
afterAll(() => runAsAdmin(admin(), `drop database ${name} with (force)`))

const FOLDER = 'src/database/migrations'
const before = readdirSync(FOLDER).filter((file) => file < '0026')

test('rooms and messages from before chat was live are kept, numbered in the order in which they were written', async () => {
  await runAsAdmin(admin(), `create database ${name}`)
  const url = withDatabase(admin(), name)
  await migrate(
    url,
    Object.fromEntries(
      before.map((file) => [file.replace('.sql', ''), readFileSync(`${FOLDER}/${file}`, 'utf8')]),
    ),
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    insert into chat_rooms (name, room_type) values ('Deep end', 'public'), ('Crew', 'private');
    insert into chat_messages (room_id, content, created_at)
      select r.id, said.content, said.at::timestamptz from chat_rooms r,
        (values ('third', '2026-03-03'), ('first', '2026-03-01'), ('second', '2026-03-02')) said (content, at)
      where r.name = 'Deep end'`)
  await client.end()
  await migrate(url)
  const after = new Client({ connectionString: url })
  await after.connect()
  const { rows } = await after.query('select content, seq::int from chat_messages order by seq')
  const { rows: clock } = await after.query('select seq::int from chat_clock')
  const { rows: rooms } = await after.query('select name, join_by from chat_rooms order by name')
  await after.end()
  expect(rows).toEqual([
    { content: 'first', seq: 1 },
    { content: 'second', seq: 2 },
    { content: 'third', seq: 3 },
  ])
  expect(clock).toEqual([{ seq: 3 }])
  expect(rooms).toEqual([
    { name: 'Crew', join_by: 'invitation' },
    { name: 'Deep end', join_by: null },
  ])
})
