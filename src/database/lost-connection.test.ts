import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '~/lib/database-unavailable'
import { connect } from './connect'
import { createTestDatabase, runAsAdmin } from '~tests/support/database'
import { untilBlocked } from '~tests/support/lock-waits'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const unavailable = expect.toSatisfy(isDatabaseUnavailable)

function connectOnce() {
  const db = connect({ url: own.url, poolSize: 1 })
  onTestFinished(() => db.destroy())
  return db
}

/** Ends the backend of a connection, as a restart of PostgreSQL or an administrator does. */
const terminate = (pid: number | undefined) =>
  runAsAdmin(own.url, `select pg_terminate_backend(${pid}, 5000)`)

const getLock = sql`select pg_advisory_xact_lock(1)`

/** Runs `act` while another connection has the lock, so that a statement that needs it does not end. */
const whileLocked = (act: () => Promise<void>) =>
  own.db.transaction().execute(async (trx) => {
    await getLock.execute(trx)
    await act()
  })

const backendOf = sql<{ pid: number }>`select pg_backend_pid() as pid`

test('survives a connection that ends between two queries while it is in use', async () => {
  const db = connectOnce()
  const lent = db.connection().execute(async (connection) => {
    const { rows } = await backendOf.execute(connection)
    await terminate(rows[0]?.pid)
    return sql`select 1`.execute(connection)
  })
  await expect(lent).rejects.toEqual(unavailable)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a query fails as database unavailable when its connection ends, and the next query reconnects', async () => {
  const db = connectOnce()
  const { rows } = await backendOf.execute(db)
  await whileLocked(async () => {
    const outcome = expect(getLock.execute(db)).rejects.toEqual(unavailable)
    await untilBlocked(own.db)
    await terminate(rows[0]?.pid)
    await outcome
  })
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a transaction fails as database unavailable, not as a failed rollback, when its connection ends', async () => {
  const db = connectOnce()
  const transaction = db.transaction().execute(async (trx) => {
    const { rows } = await backendOf.execute(trx)
    await terminate(rows[0]?.pid)
    await sql`select 1`.execute(trx)
  })
  await expect(transaction).rejects.toEqual(unavailable)
})

test('a query fails as database unavailable when the server refuses connections', async () => {
  const db = connect({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 })
  onTestFinished(() => db.destroy())
  await expect(sql`select 1`.execute(db)).rejects.toEqual(unavailable)
})

test('an error in a statement does not count as database unavailable', async () => {
  const error = await sql`select 1 / 0`.execute(connectOnce()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test('a statement that exceeds its limit ends on the server and fails as database unavailable', async () => {
  const db = connect({ url: own.url, poolSize: 1, limits: { statementMs: 50 } })
  onTestFinished(() => db.destroy())
  await whileLocked(() => expect(getLock.execute(db)).rejects.toEqual(unavailable))
  await vi.waitFor(async () => expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]))
})

test('a query that gets no response in time drops its connection', async () => {
  const db = connect({ url: own.url, poolSize: 1, limits: { responseMs: 50 } })
  onTestFinished(() => db.destroy())
  // Retries, because on a busy machine even a short query may exceed the limit of 50 ms.
  const getBackend = () => vi.waitFor(async () => (await backendOf.execute(db)).rows)
  const before = await getBackend()
  await whileLocked(() => expect(getLock.execute(db)).rejects.toEqual(unavailable))
  expect(await getBackend()).not.toEqual(before)
})

test('a query that gets no connection in time fails as database unavailable', async () => {
  const db = connect({ url: own.url, poolSize: 1, limits: { acquireMs: 50 } })
  onTestFinished(() => db.destroy())
  // Retries, because connecting may take longer than 50 ms too. Afterwards the pool has an idle connection.
  await vi.waitFor(() => backendOf.execute(db))
  await db.connection().execute(async () => {
    await expect(sql`select 1`.execute(db)).rejects.toEqual(unavailable)
  })
})
