import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './connect'
import { createTestDatabase } from '~tests/support/database'
import {
  isCheckViolation,
  isExclusionViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from './postgres-errors'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('counts are numbers, days are text, decimals are text, times are dates', async () => {
  const { rows } =
    await sql`select count(*) as count, sum(x::int) as sum, date '2026-03-01' as day, 1.10::numeric as decimal,
    timestamptz '2026-03-01 10:00Z' as time, null::bigint as nothing from generate_series(1, 3) x`.execute(
      own.db,
    )
  expect(rows).toEqual([
    {
      count: 3,
      sum: 6,
      day: '2026-03-01',
      decimal: '1.10',
      time: new Date('2026-03-01T10:00:00Z'),
      nothing: null,
    },
  ])
})

test('an integer too large for a number throws, instead of being rounded', async () => {
  await expect(sql`select 9007199254740993::bigint as big`.execute(own.db)).rejects.toThrow(
    '9007199254740993 is too large',
  )
})

test('a statement is prepared once per connection, whatever its values', async () => {
  const single = connect({ url: own.url, poolSize: 1 })
  for (const value of [1, 2, 3]) await sql`select ${value}::int as once`.execute(single)
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select $1::int as once'`.execute(
    single,
  )
  await single.destroy()
  expect(rows).toEqual([{ statement: 'select $1::int as once' }])
})

test('at most 500 prepared statements exist per connection', async () => {
  const single = connect({ url: own.url, poolSize: 1 })
  for (let at = 0; at < 600; at += 1) await sql.raw(`select ${at} as n`).execute(single)
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(single)
  await single.destroy()
  expect(rows).toEqual([{ count: 500 }])
})

test('a connection keeps working after an error in a prepared statement', async () => {
  const single = connect({ url: own.url, poolSize: 1 })
  const divide = (by: number) => sql<{ n: number }>`select 6 / ${by}::int as n`.execute(single)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(3)).rows).toEqual([{ n: 2 }])
  await single.destroy()
})

test('each constraint violation is recognized by its kind and constraint name', async () => {
  await sql`create extension if not exists btree_gist`.execute(own.db)
  await sql`create table parent (id int constraint parent_pkey primary key)`.execute(own.db)
  await sql`create table child (
    id int constraint child_parent references parent (id),
    size int constraint child_size check (size > 0),
    span int4range, constraint child_apart exclude using gist (span with &&))`.execute(own.db)
  await sql`insert into parent values (1)`.execute(own.db)
  await sql`insert into child values (1, 1, '[1,5]')`.execute(own.db)
  const findError = (statement: string): Promise<unknown> =>
    sql
      .raw(statement)
      .execute(own.db)
      .then(
        () => undefined,
        (error: unknown) => error,
      )

  const unique = await findError('insert into parent values (1)')
  expect(isUniqueViolation(unique)).toBe(true)
  expect(isUniqueViolation(unique, 'parent_pkey')).toBe(true)
  expect(isUniqueViolation(unique, 'child_parent')).toBe(false)
  expect(isCheckViolation(unique)).toBe(false)
  expect(isCheckViolation(await findError('insert into child values (1, 0)'), 'child_size')).toBe(true)
  expect(isForeignKeyViolation(await findError('insert into child values (9, 1)'), 'child_parent')).toBe(true)
  expect(
    isExclusionViolation(await findError(`insert into child values (1, 1, '[5,6]')`), 'child_apart'),
  ).toBe(true)
  expect(isUniqueViolation(new Error('duplicate key'))).toBe(false)
})
