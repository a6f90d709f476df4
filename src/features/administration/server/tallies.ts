import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { UserCounts } from '../contract-users-shapes'

export interface Tallies {
  /** How many accounts each filter has; at most ten seconds old. */
  users(): Promise<UserCounts>
  /** After a change was committed here. */
  forget(): void
}

const KEPT_MS = 10_000

/**
 * Exact counts over everything cost more the more there is, and a chip is looked at on every page: they are kept for a moment,
 * and counted once for all who ask meanwhile. One value per process.
 */
export function createTallies({ db, now = Date.now }: { db: Database; now?: () => number }): Tallies {
  let kept: { counts: Promise<UserCounts>; until: number } | undefined

  return {
    users() {
      if (kept && kept.until > now()) return kept.counts
      const counts = countUsers(db, new Date(now()))
      const entry = { counts, until: now() + KEPT_MS }
      kept = entry
      counts.catch(() => {
        if (kept === entry) kept = undefined
      })
      return counts
    },
    forget() {
      kept = undefined
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
