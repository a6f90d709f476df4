import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { listAuditEntries } from '~/features/administration/server/audit/list-entries'
import { listAllBookings } from '~/features/administration/server/bookings/list-bookings'
import { listUsers } from '~/features/administration/server/users/list-users'
import { listCodes } from '~/features/invitations/server/codes/list-codes'
import { findPeople } from '~/features/invitations/server/tree/find-people'
import { listChildren } from '~/features/invitations/server/tree/list-children'
import { fillSite, nameAt, personAt } from './harness/site'
import { measureGrowth } from './harness/growth'
import { insist } from './harness/sale'
import { sizeArgument } from './harness/quick'

const CALLS = 100
const PAGE = 25
const at = new Date()
const now = () => at

interface Reader {
  db: Database
}

type Reading = (reader: Reader, index: number) => Promise<void>

/**
 * Wraps a query that an admin runs as a timed reading. The small and the large site are seeded so that the query
 * returns `most` rows on both.
 */
function createReading(most: number, ask: (db: Database) => Promise<readonly unknown[]>): Reading {
  return async ({ db }) => {
    const found = await ask(db)
    insist(found.length === most, `found ${found.length} instead of ${most}`)
  }
}

const users =
  (q: string | undefined, more: object = {}) =>
  async (db: Database) =>
    (await listUsers(db, { q, filter: 'all', sort: 'joined', direction: 'desc', ...more })).users
const codes =
  (q: string | undefined, more: object = {}) =>
  async (db: Database) =>
    (await listCodes({ db, now }, { q, ...more })).codes
const lines =
  (q: string | undefined, more: object = {}) =>
  async (db: Database) =>
    (await listAuditEntries({ db, now }, { q, period: 'all', limit: PAGE, ...more })).entries
const bookings = (q: string | undefined) => async (db: Database) =>
  (await listAllBookings(db, { q })).bookings

// Excludes three calls, because they take longer the more rows there are: the outcomes of a branch (`tree.branch`), its
// active members (`tree.active`), and log searches for two common words that never occur together. The page appears
// before the first two have loaded. bench/README.md has their times.
const readings: Record<string, Reading> = {
  'users: first page': createReading(PAGE, users(undefined)),
  'users: second page': createReading(PAGE, async (db) => {
    const first = await listUsers(db, { filter: 'all', sort: 'joined', direction: 'desc' })
    return users(undefined, { after: first.nextCursor })(db)
  }),
  'users: by name': createReading(PAGE, users(undefined, { sort: 'name', direction: 'asc' })),
  'users: moderators': createReading(PAGE, users(undefined, { filter: 'moderator' })),
  'users: unverified': createReading(PAGE, users(undefined, { filter: 'unverified' })),
  'users: suspended': createReading(5, users(undefined, { filter: 'suspended' })),
  'users: common name': createReading(PAGE, users('okafor')),
  'users: one person': createReading(1, users(nameAt(756))),
  'users: one address': createReading(1, users(`${nameAt(756)}@site.example`)),
  'users: no match': createReading(0, users('nothing-at-all')),
  'codes: first page': createReading(PAGE, codes(undefined)),
  'codes: pending': createReading(PAGE, codes(undefined, { status: 'pending' })),
  'codes: used': createReading(PAGE, codes(undefined, { status: 'used' })),
  'codes: revoked': createReading(5, codes(undefined, { status: 'revoked' })),
  'codes: expired': createReading(PAGE, codes(undefined, { status: 'expired' })),
  'codes: one code': createReading(1, codes('C0000756')),
  'codes: one person': createReading(6, codes(nameAt(7))),
  'codes: common name': createReading(PAGE, codes('okafor')),
  'codes: none': createReading(0, codes('nothing-at-all')),
  'tree: roots': createReading(1, async (db) => {
    const children = await listChildren({ db, now }, { parentId: null })
    return children.nodes.slice(0, 1)
  }),
  'tree: children': createReading(1, async (db) => {
    const children = await listChildren({ db, now }, { parentId: personAt(1) })
    return children.nodes.slice(0, 1)
  }),
  'tree: one person': createReading(1, async (db) => {
    const { found } = await findPeople({ db }, { q: nameAt(756) })
    return found
  }),
  'log: first page': createReading(PAGE, lines(undefined)),
  'log: one family': createReading(PAGE, lines(undefined, { action: 'users' })),
  'log: common word': createReading(PAGE, lines('verify')),
  'log: one code': createReading(1, lines('C0000756')),
  'log: one person': createReading(PAGE, lines(nameAt(7))),
  'log: none': createReading(0, lines('nothing-at-all')),
  'bookings: first page': createReading(PAGE, bookings(undefined)),
  'bookings: one person': createReading(1, bookings(nameAt(756))),
  'bookings: place': createReading(PAGE, bookings('loom hall')),
}

await measureGrowth({
  name: 'admin',
  small: 1_000,
  large: sizeArgument(100_000, 1_000),
  things: 'people, codes, bookings and log entries',
  fill: async (db: Database, size: number): Promise<Reader> => {
    await fillSite(db, size, at)
    const { rows } = await sql<{ n: number }>`select count(*) as n from profiles`.execute(db)
    insist(rows[0]?.n === size, `there are ${rows[0]?.n} people`)
    return { db }
  },
  calls: CALLS,
  readings,
})
