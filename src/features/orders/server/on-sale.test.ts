import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createShop, findFaults, insertCallers, insertSale, reserveInput } from '~tests/support/shop'

const ATTEMPTS = 10_000
const CONNECTIONS = 500
const STOCK = 500
// Several processes, because within one a single batch is under way and nothing could race.
const PROCESSES = 4

let db: Database
let url: string
let drop: () => Promise<void>
beforeEach(async () => {
  ;({ db, url, drop } = await createTestDatabase())
})
afterEach(() => drop())

// Every other buyer wants two: what all of them ask for at one moment is then more than there is.
const wishOf = (buyer: number) => 1 + (buyer % 2)

/** Everybody asks again and again, over an HTTP connection of their own; answers how many tickets they were told they have. */
async function rush(attempts: number): Promise<number> {
  const sale = await insertSale(db, [{ total: STOCK, cents: 0 }])
  const callers = await insertCallers(db, CONNECTIONS)
  const pools = Array.from({ length: PROCESSES }, () => connect({ url, poolSize: 4 }))
  const servers = await Promise.all(
    pools.map((pool) => {
      const shop = createShop(pool)
      return listen((buyer) => shop.as(callers[buyer] ?? null).reserve(reserveInput(sale, [wishOf(buyer)])))
    }),
  )
  const ports = servers.map(portOf)
  let sold = 0
  const answers = new Set<number>()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, buyer) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const port = ports[buyer % PROCESSES] ?? 0
      for (let attempt = 0; attempt < attempts / CONNECTIONS; attempt++) {
        const status = await post(port, buyer, agent)
        answers.add(status)
        if (status === 200) sold += wishOf(buyer)
      }
      agent.destroy()
    }),
  )
  for (const server of servers) server.close()
  await Promise.all(pools.map((pool) => pool.destroy()))
  expect(answers).toEqual(new Set([200, 409]))
  return sold
}

function listen(reserve: (buyer: number) => Promise<unknown>): Promise<Server> {
  const server = createServer((incoming, response) => {
    reserve(Number(incoming.url?.slice(1))).then(
      () => response.end(),
      (error: { status?: number }) => response.writeHead(error.status ?? 500).end(),
    )
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

function post(port: number, buyer: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: `/${buyer}`, method: 'POST', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

test('10,000 attempts by 500 connections on 500 tickets: exactly 500 are sold', async () => {
  expect(await rush(ATTEMPTS)).toBe(STOCK)
  expect(await findFaults(db)).toEqual([])
}, 60_000)

test('control: without the guard the same rush oversells, so the test above can fail', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('reserve_orders'::regproc) as text`.execute(db)
  const guarded = rows[0]?.text ?? ''
  const withoutLock = guarded.replace('order by t.id for no key update', 'order by t.id')
  // A moment between looking and taking, so that two processes meet in it even where they share one core.
  const unguarded = withoutLock.replace('  select case', '  perform pg_sleep(0.02);\n  select case')
  expect(unguarded.length).toBe(
    guarded.length - ' for no key update'.length + '  perform pg_sleep(0.02);\n'.length,
  )
  await sql.raw(unguarded).execute(db)
  await sql`alter table ticket_types drop constraint ticket_types_stock`.execute(db)
  // Two attempts each ask for more than there is, and it oversells in the first of them.
  expect(await rush(2 * CONNECTIONS)).toBeGreaterThan(STOCK)
  expect(await findFaults(db)).not.toEqual([])
}, 60_000)
