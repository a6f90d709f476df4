import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createKept } from '~/lib/kept'
import type { UserCounts } from '../contract-users-shapes'
import { countLines } from './audit/count-lines'
import { type BookingCounts, countBookings } from './bookings/count-bookings'

/** Cached counts, each at most ten seconds old. */
export interface Tallies {
  users: () => Promise<UserCounts>
  bookings: () => Promise<BookingCounts>
  auditLines: () => Promise<number>
  /** Clears the cache; call after a committed change. */
  forget(): void
}

const KEPT_MS = 10_000

/**
 * Caches the counts that every page shows, because an exact count over everything is slow. Concurrent callers share one
 * query. One instance per process.
 */
export function createTallies({ db, now = Date.now }: { db: Database; now?: () => number }): Tallies {
  const users = createKept(() => countUsers(db, new Date(now())), KEPT_MS, now)
  const bookings = createKept(() => countBookings(db), KEPT_MS, now)
  const auditLines = createKept(() => countLines(db), KEPT_MS, now)
  return {
    users: users.read,
    bookings: bookings.read,
    auditLines: auditLines.read,
    forget() {
      for (const tally of [users, bookings, auditLines]) tally.forget()
    },
  }
}

async function countUsers(db: Database, now: Date): Promise<UserCounts> {
  const { rows } = await sql<UserCounts>`
    select people.*, roles.*, suspended.* from
      (select count(*) as "all", count(*) filter (where not is_verified) as unverified from profiles) people,
      (select count(*) filter (where role = 'admin') as admin, count(*) filter (where role = 'moderator') as moderator,
        count(*) filter (where role = 'user') as "user", count(*) filter (where role = 'customer') as customer
        from user_roles) roles,
      (select count(*) as suspended from accounts where suspended_until > ${now}::timestamptz) suspended`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('count query returned no row')
  return counts
}
