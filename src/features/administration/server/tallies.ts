import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createKept } from '~/lib/kept'
import type { UserCounts } from '../contract-users-shapes'
import { countLines } from './audit/count-lines'
import { type BookingCounts, countBookings } from './bookings/count-bookings'

/** Each at most ten seconds old. */
export interface Tallies {
  /** How many accounts each filter has. */
  users: () => Promise<UserCounts>
  /** How many bookings each status has. */
  bookings: () => Promise<BookingCounts>
  /** How many lines the audit log has. */
  auditLines: () => Promise<number>
  /** After a change was committed here. */
  forget(): void
}

const KEPT_MS = 10_000

/**
 * Exact counts over everything cost more the more there is, and a chip is looked at on every page: they are kept for a moment,
 * and counted once for all who ask meanwhile. One value per process.
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
  if (!counts) throw new Error('counting answered no row')
  return counts
}
