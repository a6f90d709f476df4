import { sql } from 'kysely'
import { connect, type Database } from '~/database/connect'
import { migrate } from '~/database/migrate'
import { startScratchDatabase } from '~/database/scratch'
import { seedLarge } from '~/database/seed/seed-large'
import { findEvent } from '~/features/events/server/get-event'
import { listEvents } from '~/features/events/server/list-events'
import { listTickets } from '~/features/ticketing/server/tickets'
import { alternate, conclude, median, type Figure } from './harness/alternate'
import { timings } from './harness/load'
import { insist } from './harness/sale'

const SMALL = 1_000
const LARGE = Number(process.argv[2] ?? 1_000_000)
const CALLS = 120
const now = new Date()

interface Reader {
  db: Database
  events: string[]
  customers: string[]
}

/** A database of its own in the same server, with as many tickets as events. */
async function fill(adminUrl: string, events: number): Promise<Reader> {
  const admin = connect({ url: adminUrl, poolSize: 1 })
  await sql`create database ${sql.id(`growth_${events}`)}`.execute(admin)
  await admin.destroy()
  const url = new URL(adminUrl)
  url.pathname = `/growth_${events}`
  await migrate(url.href)
  const db = connect({ url: url.href, poolSize: 2 })
  const started = performance.now()
  await seedLarge(db, { events, tickets: events, now })
  console.log(`  ${events} events in ${Math.round((performance.now() - started) / 1000)} s`)
  const ids = await db.selectFrom('events').select('id').orderBy('id').limit(CALLS).execute()
  const holders = await db.selectFrom('tickets').select('customer_id').orderBy('id').limit(CALLS).execute()
  return {
    db,
    events: ids.map(({ id }) => id),
    customers: holders.flatMap(({ customer_id: id }) => (id === null ? [] : [id])),
  }
}

const pick = (values: readonly string[], index: number) => values[index % values.length] ?? ''

// Common words, rarer ones, and some that nothing has.
const words = [
  'velvet',
  'sun',
  'london',
  'dust and diamonds',
  'melbourne thunder',
  'copper 77',
  'nothing-at-all',
]

const readings: Record<string, (reader: Reader, index: number) => Promise<unknown>> = {
  'list page': async ({ db }) => {
    const { events } = await listEvents(db, { limit: 50 }, now)
    insist(events.length === 50, `the list has ${events.length} events`)
  },
  search: ({ db }, index) => listEvents(db, { q: pick(words, index), limit: 50 }, now),
  'event detail': async ({ db, events }, index) => {
    const id = pick(events, index)
    const event = await findEvent(db, id, now)
    insist(event?.id === id, 'the event is not there')
  },
  'my tickets': async ({ db, customers }, index) => {
    const caller = {
      id: pick(customers, index),
      sessionId: '',
      fullName: '',
      email: '',
      isEmailVerified: true,
      avatarUrl: null,
      roles: [],
    }
    const context = { caller, db, now: () => now }
    const ahead = await listTickets(context, { when: 'upcoming', limit: 50 })
    const past = await listTickets(context, { when: 'past', limit: 50 })
    insist(ahead.tickets.length + past.tickets.length > 0, 'somebody has no tickets')
  },
}

const server = await startScratchDatabase({ shared_buffers: '512MB', max_wal_size: '8GB' })
try {
  const small = await fill(server.url, SMALL)
  const large = await fill(server.url, LARGE)
  const figures: Figure[] = []
  for (const [name, run] of Object.entries(readings)) {
    const p50 = (reader: Reader) => async () => {
      let index = 0
      return median(await timings(CALLS, () => run(reader, index++)))
    }
    // Plans, caches and the engine are warm on both sides.
    await p50(small)()
    await p50(large)()
    figures.push(
      await alternate({
        name: `growth ${name}`,
        goal: 2,
        direction: 'max',
        rounds: 6,
        ours: p50(large),
        peer: p50(small),
      }),
    )
  }
  conclude(figures)
  await small.db.destroy()
  await large.db.destroy()
} finally {
  await server.stop()
}
