import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { limitRole } from './limit-role'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const ROUNDS = 20

test('processes that start together set the limits of their role once each', async () => {
  const limits = { statementMs: 9_000, lockMs: 4_000, idleInTransactionMs: 5_000 }
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query(
      `do $$ begin execute format('alter role current_user in database %I reset all', current_database()); end $$`,
    )
    await Promise.all(
      Array.from({ length: 4 }, () => limitRole({ url: database.url, poolerUrl: database.url }, limits)),
    )
  }
  const { rows } = await client.query(
    `select unnest(setconfig) as setting from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database()) order by 1`,
  )
  expect(rows.map(({ setting }) => setting)).toEqual([
    'idle_in_transaction_session_timeout=5000',
    'lock_timeout=4000',
    'statement_timeout=9000',
  ])
})
