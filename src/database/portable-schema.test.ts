import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'

// Parts of the schema that a distributed PostgreSQL doesn't support unchanged (docs/scale.md). Add to it only with a reason.
const OBSTACLES = [
  'brin index payment_events_received',
  'exclusion constraint bookings_no_double_booking',
  'gin index of several columns orders_buyer_search',
  'gin index of several columns profiles_account_search',
  'gin index of several columns profiles_djs_search',
]
const EXTENSIONS = ['btree_gin', 'btree_gist', 'pg_trgm', 'plpgsql']

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

async function listObstacles(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'exclusion constraint ' || conname as name from pg_constraint
      where contype = 'x' and connamespace = 'public'::regnamespace
    union all select 'gin index of several columns ' || c.relname from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'gin' and i.indnatts > 1 and c.relnamespace = 'public'::regnamespace
    union all select a.amname || ' index ' || c.relname from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname in ('gist', 'spgist', 'brin') and not i.indisexclusion and c.relnamespace = 'public'::regnamespace
    union all select 'inherited table ' || inhrelid::regclass from pg_inherits
    union all select 'unlogged table ' || relname from pg_class
      where relpersistence = 'u' and relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select 'rule ' || rulename from pg_rules where schemaname = 'public'
    union all select 'function with notify ' || proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~* '\\m(pg_notify|notify|listen)\\M'
    union all select 'function in ' || l.lanname || ' ' || p.proname from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and l.lanname not in ('sql', 'plpgsql', 'c', 'internal')
    order by 1`.execute(own.db)
  return rows.map(({ name }) => name)
}

test('the schema has only the known obstacles for a distributed PostgreSQL', async () => {
  expect(await listObstacles()).toEqual(OBSTACLES)
  const { rows } = await sql<{ name: string }>`select extname as name from pg_extension order by 1`.execute(
    own.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(EXTENSIONS)
})

test.each([
  ['exclusion constraint', 'table', '(at tstzrange, exclude using gist (at with &&))'],
  ['gin index of several columns', 'index', 'on profiles using gin (genres, short_ngrams(search_text))'],
  ['gist index', 'index', 'on bookings using gist (tstzrange(event_date, ends_at))'],
  ['inherited table', 'table', '() inherits (events)'],
  ['function with notify', 'function', "() returns void language sql as $$ select pg_notify('a', 'b') $$"],
])('a new %s is found', async (obstacle, kind, definition) => {
  await sql.raw(`create ${kind} fresh ${definition}`).execute(own.db)
  const added = (await listObstacles()).filter((name) => !OBSTACLES.includes(name))
  await sql.raw(`drop ${kind} fresh`).execute(own.db)
  expect(added).toEqual([expect.stringMatching(new RegExp(`^${obstacle} `, 'u'))])
})
