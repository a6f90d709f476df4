import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isZone } from '~/lib/time'

export async function countEntries(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_log`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts entries since midnight in the time zone; an unknown zone counts as UTC. */
export async function countToday(db: Database, now: Date, timezone: string): Promise<number> {
  const zone = isZone(timezone) ? timezone : 'UTC'
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log
    where created_at >= date_trunc('day', ${now}::timestamptz, ${zone})`.execute(db)
  return rows[0]?.count ?? 0
}
