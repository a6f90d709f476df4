import type { Database } from '~/database/connect'
import { seedLarge } from './seed/seed-large'
import { findEvent } from '~/features/events/server/get-event'
import { listEvents } from '~/features/events/server/list-events'
import { DEFAULT_SETTINGS } from '~/features/settings/server/public'
import { listTickets } from '~/features/tickets/server/tickets'
import { measureGrowth } from './harness/growth'
import { insist } from './harness/sale'
import { sizeArgument } from './harness/quick'

const CALLS = 120
const now = new Date()

// Settings in memory instead of the database, because the product caches them too.
const settings = { read: async () => DEFAULT_SETTINGS }
const config = { auth: {} }

interface Reader {
  db: Database
  events: string[]
  customers: string[]
}

async function fill(db: Database, events: number): Promise<Reader> {
  await seedLarge(db, { events, tickets: events, now })
  const ids = await db.selectFrom('events').select('id').orderBy('id').limit(CALLS).execute()
  const holders = await db.selectFrom('tickets').select('customer_id').orderBy('id').limit(CALLS).execute()
  return {
    db,
    events: ids.map(({ id }) => id),
    customers: holders.flatMap(({ customer_id: id }) => (id === null ? [] : [id])),
  }
}

const pick = (values: readonly string[], index: number) => values[index % values.length] ?? ''

// Common words, rare words and words that match nothing.
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
    const { events } = await listEvents({ db, settings }, { limit: 50 }, now)
    insist(events.length === 50, `the list has ${events.length} events`)
  },
  search: ({ db }, index) => listEvents({ db, settings }, { q: pick(words, index), limit: 50 }, now),
  'event detail': async ({ db, events }, index) => {
    const id = pick(events, index)
    const event = await findEvent({ db, settings, config }, id, now)
    insist(event?.id === id, 'the event is missing')
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
    const context = { caller, db, now: () => now, settings: { read: async () => DEFAULT_SETTINGS } }
    const ahead = await listTickets(context, { period: 'upcoming', limit: 50 })
    const past = await listTickets(context, { period: 'past', limit: 50 })
    insist(ahead.tickets.length + past.tickets.length > 0, 'an account has no tickets')
  },
}

await measureGrowth({
  name: 'growth',
  small: 1_000,
  large: sizeArgument(1_000_000, 1_000),
  things: 'events',
  fill,
  calls: CALLS,
  readings,
})
