import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLeader } from './leader'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const log = { debug: () => undefined }

/** Simulates a process that tries to become the leader. All processes share `events`. */
function startProcess(name: string, events: string[]) {
  const leader = createLeader({
    url: database.url,
    log,
    retryMs: 20,
    onElected: () => void events.push(`${name} leads`),
    onLost: async () => void events.push(`${name} lost`),
  })
  leader.start()
  onTestFinished(leader.stop)
  return leader
}

const countLeaders = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`.execute(
    database.db,
  )
  return rows[0]?.count
}

test('one of three processes leads, and another one takes over when it stops', async () => {
  const events: string[] = []
  const processes = ['a', 'b', 'c'].map((name) => ({ name, ...startProcess(name, events) }))
  await vi.waitFor(() => expect(events).toHaveLength(1))
  expect(await countLeaders()).toBe(1)
  const first = processes.find(({ name }) => events[0] === `${name} leads`)
  const listLeaders = () => processes.filter(({ isLeading }) => isLeading()).map(({ name }) => name)
  expect(listLeaders()).toEqual([first?.name])
  await first?.stop()
  await vi.waitFor(() => expect(events).toHaveLength(3))
  const others = events.filter((event) => !event.startsWith(`${first?.name} `))
  expect(events).toContain(`${first?.name} lost`)
  expect(others).toEqual([expect.stringMatching(/leads$/u)])
  expect(others).toEqual(listLeaders().map((name) => `${name} leads`))
  expect(await countLeaders()).toBe(1)
})

test('a leader that loses its connection stops its tasks until it or another process leads', async () => {
  const events: string[] = []
  startProcess('a', events)
  await vi.waitFor(() => expect(events).toEqual(['a leads']))
  startProcess('b', events)
  for (let turn = 1; turn <= 3; turn += 1) {
    // Ends only the leader's connection. If both were ended one after the other, the other process could lead for a
    // moment before its own connection ends.
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`.execute(
      database.db,
    )
    // The other process may lead before the first one has noticed its loss.
    await vi.waitFor(() => {
      expect(events.filter((event) => event.endsWith('lost'))).toHaveLength(turn)
      expect(events.filter((event) => event.endsWith('leads'))).toHaveLength(turn + 1)
    })
    expect(await countLeaders()).toBe(1)
  }
})

test('a process can stop while the database is down', async () => {
  const leader = createLeader({
    url: 'postgresql://someone@localhost/missing?host=/nowhere',
    log,
    onElected: () => expect.unreachable(),
    onLost: () => expect.unreachable(),
  })
  leader.start()
  await leader.stop()
})
