import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { insertRooms } from '../../bench/harness/people'
import { openSale } from '../../bench/harness/sale'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'
import { startLoad } from '../chaos/load'
import { findPostmaster, signalAll } from '../chaos/postgres'
import { startPostgresProxy } from '../support/haproxy'
import { isLongRun } from '../support/long-run'
import { queryValue, startPostgresPair } from '../support/postgres-pair'
import { startCluster } from './cluster'

// The primary PostgreSQL of three processes is killed under load, and its standby promoted.
const TEST_MS = 600_000
const PEOPLE = 32
const WAIT = { timeout: 120_000, interval: 20 }

/** Stands in for Patroni of a real cluster: responds to GET /primary for each of two servers. */
async function startPatroniStandIn() {
  let primary: 0 | 1 | undefined = 0
  const servers = [0, 1].map((index) =>
    createServer((_request, response) => response.writeHead(primary === index ? 200 : 503).end()).listen(
      0,
      '127.0.0.1',
    ),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const [first = 0, second = 0] = servers.map((server) => (server.address() as AddressInfo).port)
  return {
    ports: [first, second] as const,
    setPrimary: (index: 0 | 1 | undefined) => void (primary = index),
    close() {
      for (const server of servers) server.close().closeAllConnections()
    },
  }
}

/** Kills the primary under load. Returns the acknowledged orders and messages that are missing afterwards. */
async function killPrimary({ isSynchronous }: { isSynchronous: boolean }) {
  const pair = await startPostgresPair({ isSynchronous })
  const patroni = await startPatroniStandIn()
  const proxy = await startPostgresProxy([pair.primary.url, pair.standby.url], patroni.ports)
  const stop = async () => {
    await proxy.stop()
    patroni.close()
    await pair.stop()
  }
  const cluster = await startCluster('scripts/start.mjs', { postgres: { url: proxy.url, stop } })
  onTestFinished(() => cluster.stop(), TEST_MS)
  const { db, address } = cluster
  const people = await insertRooms(db, { rooms: 1, members: PEOPLE })
  const sale = await openSale(db, { stock: 1_000_000, priceCents: 2_000 })
  const load = startLoad({ address: () => address, people, sale })
  const waitForOrders = async (count: number) => {
    const before = load.orders.size
    await vi.waitUntil(() => load.orders.size >= before + count, WAIT)
  }
  await waitForOrders(PEOPLE)
  const postmaster = await findPostmaster(pair.primary.url)
  if (!isSynchronous) {
    // Stops the replication, so that writes acknowledged from now on never reach the standby.
    await queryValue(pair.standby.url, `alter system set primary_conninfo = ''`)
    await queryValue(pair.standby.url, 'select pg_reload_conf()')
    const countReceivers = () =>
      queryValue(pair.primary.url, 'select count(*)::integer from pg_stat_replication')
    await vi.waitUntil(async () => (await countReceivers()) === 0, WAIT)
    await waitForOrders(PEOPLE)
  }
  signalAll(postmaster, 'SIGKILL')
  patroni.setPrimary(undefined)
  expect(await queryValue(pair.standby.url, 'select pg_promote()')).toBe(true)
  patroni.setPrimary(1)
  await waitForOrders(1)
  await waitForOrders(PEOPLE)
  await load.stop()

  const select = async (table: string, column: string, ids: Iterable<string>) => {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(column)}::text as id from ${sql.table(table)}
      where ${sql.ref(column)} = any (${[...ids]}::uuid[])`.execute(db)
    return rows.map(({ id }) => id)
  }
  const orders = await select('orders', 'id', load.orders)
  const messages = await select('chat_messages', 'client_id', load.messages)
  const unexpected = load.answers.filter(({ status }) => status === 500).map(({ what }) => what)
  const { rows: inconsistent } = await sql.raw(buildInconsistencyQuery(() => 'true')).execute(db)
  return {
    lost: load.orders.size + load.messages.size - new Set([...orders, ...messages]).size,
    doubled: orders.length + messages.length - new Set([...orders, ...messages]).size,
    unexpected,
    inconsistent,
  }
}

test.runIf(isLongRun)(
  'no acknowledged order or message is lost or doubled when the standby replaces a killed primary',
  async () => {
    const outcome = await killPrimary({ isSynchronous: true })
    expect(outcome).toEqual({ lost: 0, doubled: 0, unexpected: [], inconsistent: [] })
  },
  TEST_MS,
)

test.runIf(isLongRun)(
  'control: acknowledged orders are lost when the standby is not synchronous',
  async () => {
    const { lost } = await killPrimary({ isSynchronous: false })
    expect(lost).toBeGreaterThan(0)
  },
  TEST_MS,
)
