import { Pool } from 'pg'
import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { createSandboxPayments } from '~/features/orders/server/payments/sandbox'
import { reserveTickets } from '~/features/orders/server/reserve-tickets'
import { createSales } from '~/features/orders/server/sales'
import { createSettingsSource } from '~/features/settings/server/public'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import { alternate, conclude, type Figure } from './harness/alternate'
import { findAddress } from './harness/shop'
import { countSoldSeats, insertBuyers, insist, openSale, type Buyer, type Sale } from './harness/sale'
import peerFunction from './peers/single-function.sql?raw'
import { countOperations } from './harness/cpu'
import { isQuick, sized } from './harness/quick'

const POOL = 16
const SECONDS = sized(3, 0.2)
const PRICE_CENTS = 2_000
const PLENTY = 10_000_000
const FEW = sized(500, 50)
// An account has one open order per event, so each order comes from the next account.
const ACCOUNTS = sized(200_000, 5_000)

const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
const db = connect({ url: server.url, poolSize: POOL })
const pool = new Pool({ connectionString: server.url, max: POOL })
// Connections that are still closing when PostgreSQL stops emit errors here.
pool.on('error', () => undefined)
const log = createLog({ level: 'warn' })
const sales = createSales({
  db,
  payments: createSandboxPayments({ db }),
  settings: createSettingsSource({ db, live: createLive({ log }) }),
})

type Attempt = (buyer: Buyer, sale: Sale) => Promise<'reserved' | 'sold_out'>

const ours: Attempt = async (buyer, { eventId, ticketTypeId }) => {
  const { outcome } = await reserveTickets(
    { sales, caller: buyer.caller, ip: findAddress(buyer.caller.id) },
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

/** Returns orders per second while `count` connections order without a pause; each run has its own ticket type. */
async function rush(attempt: Attempt, buyers: readonly Buyer[], count: number): Promise<number> {
  const sale = await openSale(db, { stock: PLENTY, priceCents: PRICE_CENTS })
  const started = performance.now()
  const until = started + SECONDS * 1000
  let orders = 0
  let next = 0
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < until) {
        const buyer = buyers[next++]
        if (!buyer) throw new Error('more orders than accounts: raise ACCOUNTS')
        insist((await attempt(buyer, sale)) === 'reserved', 'refused although there was stock')
        orders += 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  countOperations(orders)
  insist((await countSoldSeats(db, sale)) === orders, 'the stock differs from the sold tickets')
  return orders / seconds
}

/**
 * Lets many buyers compete for a few tickets, and checks that exactly those are sold and the other orders are
 * refused.
 */
async function sellOut(attempt: Attempt, buyers: readonly Buyer[], count: number): Promise<void> {
  const sale = await openSale(db, { stock: FEW, priceCents: PRICE_CENTS })
  const tries = Math.ceil((FEW * 3) / count)
  const outcomes = await Promise.all(
    Array.from({ length: count }, async (_, connection) => {
      const own: string[] = []
      for (const buyer of buyers.slice(connection * tries, (connection + 1) * tries))
        own.push(await attempt(buyer, sale))
      return own
    }),
  )
  const sold = outcomes.flat().filter((outcome) => outcome === 'reserved').length
  const taken = await countSoldSeats(db, sale)
  insist(sold === FEW && taken === FEW, `${sold} orders of ${FEW} tickets were confirmed, ${taken} taken`)
}

try {
  await pool.query(peerFunction)
  const buyers = await insertBuyers(db, ACCOUNTS)
  const figures: Figure[] = []
  for (const count of isQuick ? [32] : [64, 512]) {
    for (const attempt of [ours, peer]) await sellOut(attempt, buyers, count)
    figures.push(
      await alternate({
        name: `on-sale ${count} buyers`,
        goal: 8,
        ours: () => rush(ours, buyers, count),
        peer: () => rush(peer, buyers, count),
      }),
    )
  }
  conclude(figures)
} finally {
  await pool.end()
  await db.destroy()
  await server.stop()
}
