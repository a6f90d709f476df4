import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import type { TimeKey } from '~/lib/cursor'
import type { PageStart } from '~/lib/list-page'
import type { AuditFamily } from '../../rules/audit-filters'
import type { WordMatch } from './match-words'

export interface AuditRow {
  id: string
  micros: number
  created_at: Date
  actor_id: string | null
  action: string
  subject_type: string
  subject_id: string
  details: unknown
}

export interface RowFilter {
  family?: AuditFamily | undefined
  since?: Date | undefined
  personId?: string | undefined
  match?: WordMatch | undefined
}

/** How many of the newest entries a search scans before it uses the indexes. */
const SCAN_WINDOW = 1000

/**
 * Reads up to `most` entries after `start`, in the direction of the page. Every filter has an index in list order.
 */
export async function listAuditRows(
  db: Database,
  { family, since, personId, match }: RowFilter,
  { start, most }: { start: PageStart<TimeKey>; most: number },
): Promise<AuditRow[]> {
  const walk = createTimePageClauses('a', start, [
    ...(family ? [sql`a.family = ${family}`] : []),
    ...(since ? [sql`a.created_at >= ${since}::timestamptz`] : []),
  ])
  const { order, micros } = walk
  const columns = sql`a.id, a.created_at, a.actor_id, a.action, a.subject_type, a.subject_id, a.details, a.person_id, a.room_id,
    a.search_text, ${micros} as micros`
  const found = match?.conditions ?? []
  const limit = sql`limit ${sql.lit(most)}`

  async function selectEntries(from: RawBuilder<unknown>): Promise<AuditRow[]> {
    const { rows } = await sql<AuditRow>`
      select a.id, a.micros, a.created_at, a.actor_id, a.action, a.subject_type, a.subject_id, a.details
      from (${from}) a order by ${order} ${limit}`.execute(db)
    return rows
  }

  if (personId !== undefined) {
    const sides = [
      sql`a.actor_id = ${personId}::uuid`,
      sql`a.subject_id = ${personId}`,
      sql`a.person_id = ${personId}`,
    ]
    // `union` drops the duplicate of an entry whose actor is also its target.
    return selectEntries(
      sql.join(
        sides.map(
          (side) =>
            sql`(select ${columns} from audit_log a where ${joinConditions([side, walk.where, ...found])} order by ${order} ${limit})`,
        ),
        sql` union `,
      ),
    )
  }
  if (!match)
    return selectEntries(
      sql`select ${columns} from audit_log a where ${walk.where} order by ${order} ${limit}`,
    )

  // Searches the newest entries first, because a common word fills the page from them. Only a rare word needs the
  // indexes of names and words: they have no order, so for a common word they would collect half the log.
  const near = await selectEntries(sql`
    select * from (select ${columns} from audit_log a where ${walk.where} order by ${order} limit ${sql.lit(SCAN_WINDOW)}) a
    where ${joinConditions(found)}`)
  if (near.length === most || !match.hasIndex) return near
  return selectEntries(
    sql`with found as materialized (select ${columns} from audit_log a where ${joinConditions([...found, walk.where])}) select * from found`,
  )
}

function joinConditions(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}
