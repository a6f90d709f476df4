import { expect, test } from 'vitest'
import { migrate } from './migrate'
import { readSafeSince } from './schema-files'
import {
  FIRST,
  SECOND,
  THIRD,
  createEmptyDatabase,
  findUnannouncedFunctions,
  valuesOf,
  withFunction,
} from '~tests/support/schema-files'
import { describeSchema } from '~tests/support/describe-schema'

const formatRefusedStart = (names: string) =>
  `The database is newer than this release: it has ${names}, which this release does not know. ` +
  'Start the release that ran last, or a later one.'

/** Returns a release whose migrations start with these lines. */
function withSafeSince(lines: Record<string, string>) {
  const migrations = Object.entries(lines).map(([name, line]) => [name, `${line}\nselect 1`])
  return { ...FIRST, migrations: Object.fromEntries(migrations) as Record<string, string> }
}

async function upgrade(...releases: (typeof FIRST)[]): Promise<string> {
  const url = await createEmptyDatabase()
  for (const release of releases) await migrate(url, release)
  return url
}

test('older and newer code start in turn, and the schema and functions of the newer code stay', async () => {
  const url = await upgrade(FIRST, THIRD)
  const upgraded = await describeSchema(url)
  for (const release of [FIRST, THIRD, FIRST, THIRD]) {
    expect(await migrate(url, release)).toEqual([])
    expect(await describeSchema(url)).toEqual(upgraded)
  }
  expect(await valuesOf(url, 'select count_people() + count_rows()')).toEqual(['1000'])
})

test('control: without a migration between them, two builds replace each other’s functions', async () => {
  const other = { ...FIRST, functions: THIRD.functions, tables: THIRD.tables }
  const url = await upgrade(other, FIRST)
  expect(await valuesOf(url, 'select count_people()')).toEqual(['0'])
  await migrate(url, { ...other, functions: { count_people: other.functions['count_people'] ?? '' } })
  expect(await valuesOf(url, 'select count_people()')).toEqual(['1000'])
})

test('older code also starts on a database that the newer code created', async () => {
  expect(await migrate(await upgrade(THIRD), FIRST)).toEqual([])
})

test.each([
  ['no line', { '0001_a': '' }, '0001_a'],
  ['the line below the first one', { '0001_a': '\n-- safe since: baseline' }, '0001_a'],
  ['one unsafe migration', { '0001_a': '-- safe since: baseline', '0002_b': '' }, '0002_b'],
  [
    'safe only for code that knows a later migration',
    { '0001_a': '-- safe since: baseline', '0002_b': '-- safe since: 0001_a' },
    '0002_b',
  ],
])('older code refuses a newer database: %s', async (_, lines, unsafe) => {
  const url = await upgrade(FIRST, withSafeSince(lines))
  await expect(migrate(url, FIRST)).rejects.toThrow(formatRefusedStart(unsafe))
})

test('code that has the migration named by “safe since” starts, and older code is refused', async () => {
  const expand = { '0001_a': '-- safe since: baseline' }
  const url = await upgrade(FIRST, withSafeSince({ ...expand, '0002_b': '-- safe since: 0001_a' }))
  expect(await migrate(url, withSafeSince(expand))).toEqual([])
  await expect(migrate(url, FIRST)).rejects.toThrow(formatRefusedStart('0002_b'))
})

test('code with a migration that the newer database lacks is refused, and nothing changes', async () => {
  const url = await upgrade(FIRST, withSafeSince({ '0002_b': '-- safe since: baseline' }))
  const before = await describeSchema(url)
  await expect(migrate(url, SECOND)).rejects.toThrow(formatRefusedStart('0002_b'))
  expect(await describeSchema(url)).toEqual(before)
})

test.each(['0002_later', '0001_a', 'base', ''])(
  'a migration can’t be safe since "%s", which is no earlier migration',
  async (safeSince) => {
    const files = withSafeSince({ '0001_a': `-- safe since: ${safeSince}`, '0002_later': '' })
    expect(() => readSafeSince('0001_a', files.migrations)).toThrow(
      'migrations/0001_a.sql: "safe since" must be baseline or the name of an earlier migration.',
    )
  },
)

test('a migration of comments only announces changed functions', async () => {
  const announced = {
    ...withFunction('count_people', `count_people() returns bigint language sql as 'select 7::bigint'`),
    migrations: { '0001_functions': '-- safe since: baseline\n-- count_people' },
  }
  const released = await upgrade(FIRST)
  expect(await findUnannouncedFunctions(released, announced)).toEqual([])
  expect(await findUnannouncedFunctions(released, { ...announced, migrations: {} })).toEqual(['count_people'])
  expect(await findUnannouncedFunctions(released, { ...FIRST, functions: {} })).toEqual(['count_people'])
  expect(await findUnannouncedFunctions(released, FIRST)).toEqual([])
  const url = await upgrade(FIRST, announced, FIRST)
  expect(await valuesOf(url, 'select count_people()')).toEqual(['7'])
})
