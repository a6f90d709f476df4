import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createCachedRead } from '~/lib/cached-read'
import type { UserCounts } from '../contract-users-shapes'
import { countEntries } from './audit/count-entries'
import { type BookingCounts, countBookings } from './bookings/count-bookings'

/** Cached counts, each at most ten seconds old. */
export interface Tallies {
  users: () => Promise<UserCounts>
  bookings: () => Promise<BookingCounts>
  auditEntryCount: () => Promise<number>
  /** Clears the cache. Call this after a change was committed. */
  forget(): void
}

const CACHE_MS = 10_000

/**
 * Caches the counts that every admin page shows, because an exact count of all rows is slow. Concurrent callers share
 * one query. One instance per process.
 */
export function createCachedCounts({ db, now = Date.now }: { db: Database; now?: () => number }): Tallies {
  const users = createCachedRead(() => countUsers(db, new Date(now())), CACHE_MS, now)
  const bookings = createCachedRead(() => countBookings(db), CACHE_MS, now)
  const auditEntryCount = createCachedRead(() => countEntries(db), CACHE_MS, now)
  return {
    users: users.read,
    bookings: bookings.read,
    auditEntryCount: auditEntryCount.read,
    forget() {
      for (const tally of [users, bookings, auditEntryCount]) tally.forget()
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
