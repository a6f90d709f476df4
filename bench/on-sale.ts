import { Pool } from 'pg'
import { connect } from '~/database/connect'
import { startScratchDatabase } from '~/database/scratch'
import { createSandboxPayments } from '~/features/ticketing/server/payments/sandbox'
import { reserveTickets } from '~/features/ticketing/server/reserve-tickets'
import { createSales } from '~/features/ticketing/server/sales'
import { createSettingsSource } from '~/features/settings/server/public'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import { alternate, conclude, type Figure } from './harness/alternate'
import { countTaken, insertBuyers, insist, openSale, type Buyer, type Sale } from './harness/sale'
import peerFunction from './peers/single-function.sql?raw'

const POOL = 16
const SECONDS = 3
const PRICE_CENTS = 2_000
const PLENTY = 10_000_000
const FEW = 500

const server = await startScratchDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
const db = connect({ url: server.url, poolSize: POOL })
const pool = new Pool({ connectionString: server.url, max: POOL })
// Connections that are still closing when PostgreSQL stops say so here.
pool.on('error', () => undefined)
const log = createLog({ level: 'warn' })
const sales = createSales({
  db,
  payments: createSandboxPayments({ db }),
  settings: createSettingsSource({ db, live: createLive({ log }) }),
  log,
})

type Attempt = (buyer: Buyer, sale: Sale) => Promise<'reserved' | 'sold_out'>

const ours: Attempt = async (buyer, { eventId, ticketTypeId }) => {
  const { outcome } = await reserveTickets(
    { sales, caller: buyer.caller },
    { eventId, clientKey: crypto.randomUUID(), items: [{ ticketTypeId, quantity: 1 }] },
  )
  insist(outcome === 'reserved' || outcome === 'sold_out', `unexpected outcome ${outcome}`)
  return outcome === 'reserved' ? 'reserved' : 'sold_out'
}

const peer: Attempt = async (buyer, { eventId, ticketTypeId }) => {
  const { rows } = await pool.query<{ id: string | null }>({
    name: 'peer_reserve',
    text: 'select peer_reserve($1, $2, $3, $4, 1) as id',
    values: [buyer.caller.id, crypto.randomUUID(), eventId, ticketTypeId],
  })
  return rows[0]?.id ? 'reserved' : 'sold_out'
}

/** Orders per second while every buyer orders again and again; a ticket type of its own for each run. */
async function rush(attempt: Attempt, buyers: readonly Buyer[]): Promise<number> {
  const sale = await openSale(db, { stock: PLENTY, priceCents: PRICE_CENTS })
  const started = performance.now()
  const until = started + SECONDS * 1000
  let orders = 0
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < until) {
        insist((await attempt(buyer, sale)) === 'reserved', 'refused although there was stock')
        orders += 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  insist((await countTaken(db, sale)) === orders, 'the stock is not what was sold')
  return orders / seconds
}

/** Everybody wants one of few: exactly those are sold, and everybody else is told. */
async function sellOut(attempt: Attempt, buyers: readonly Buyer[]): Promise<void> {
  const sale = await openSale(db, { stock: FEW, priceCents: PRICE_CENTS })
  const tries = Math.ceil((FEW * 3) / buyers.length)
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const own: string[] = []
      for (let index = 0; index < tries; index++) own.push(await attempt(buyer, sale))
      return own
    }),
  )
  const sold = outcomes.flat().filter((outcome) => outcome === 'reserved').length
  const taken = await countTaken(db, sale)
  insist(sold === FEW && taken === FEW, `${sold} told that they have one of ${FEW}, ${taken} taken`)
}

try {
  await pool.query(peerFunction)
  const everybody = await insertBuyers(db, 512)
  const figures: Figure[] = []
  for (const count of [64, 512]) {
    const buyers = everybody.slice(0, count)
    for (const attempt of [ours, peer]) await sellOut(attempt, buyers)
    figures.push(
      await alternate({
        name: `on-sale ${count} buyers`,
        goal: 8,
        ours: () => rush(ours, buyers),
        peer: () => rush(peer, buyers),
      }),
    )
  }
  conclude(figures)
} finally {
  await pool.end()
  await db.destroy()
  await server.stop()
}
