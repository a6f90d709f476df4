import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createCachedRead } from '~/lib/cached-read'
import type { CodeCounts } from '../contract-codes'
import type { TreeSummary } from '../contract-tree'

type RequestCounts = { pending: number; answered: number }

/** Exact counts, cached for ten seconds, because they are slow over large tables and every page shows them. */
export interface InvitationTallies {
  codes(): Promise<CodeCounts>
  requests(): Promise<RequestCounts>
  tree(): Promise<TreeSummary>
  /** Clears the cache; call after a committed change. */
  forget(): void
}

const CACHE_MS = 10_000

/** Creates the cached counts, once per process. */
export function createInvitationTallies({
  db,
  now = Date.now,
}: {
  db: Database
  now?: () => number
}): InvitationTallies {
  const codes = createCachedRead(() => countCodes(db, new Date(now())), CACHE_MS, now)
  const requests = createCachedRead(() => countRequests(db), CACHE_MS, now)
  const tree = createCachedRead(() => summarizeTree(db), CACHE_MS, now)
  return {
    codes: () => codes.read(),
    requests: () => requests.read(),
    tree: () => tree.read(),
    forget() {
      codes.forget()
      requests.forget()
      tree.forget()
    },
  }
}

/** Counts an open code past its expiry as expired, even before the job records it. */
async function countCodes(db: Database, now: Date): Promise<CodeCounts> {
  const { rows } = await sql<{ status: keyof CodeCounts; count: number; late: number }>`
    select status, count(*) as count, case when status = 'pending' then (
        select count(*) from invitations where status = 'pending' and expires_at <= ${now}) else 0 end as late
    from invitations group by status`.execute(db)
  const getCount = (status: keyof CodeCounts): number => rows.find((row) => row.status === status)?.count ?? 0
  const late = rows.find((row) => row.status === 'pending')?.late ?? 0
  return {
    all: rows.reduce((sum, row) => sum + row.count, 0),
    pending: getCount('pending') - late,
    used: getCount('used'),
    expired: getCount('expired') + late,
    revoked: getCount('revoked'),
  }
}

async function countRequests(db: Database): Promise<RequestCounts> {
  const { rows } = await sql<RequestCounts>`
    select count(*) filter (where status = 'pending') as pending, count(*) filter (where status <> 'pending') as answered
    from invite_requests`.execute(db)
  return rows[0] ?? { pending: 0, answered: 0 }
}

/**
 * Summarizes the invite tree in one pass. The longest branch is identified by the person directly below a root; deleted
 * accounts count only as levels.
 */
async function summarizeTree(db: Database): Promise<TreeSummary> {
  const { rows } = await sql<{
    members: number
    levels: number
    id: string | null
    name: string | null
    deep: number
  }>`
    with branches as materialized (
      select path[2] as place, max(cardinality(path)) as levels, count(*) filter (where left_at is null) as members
      from invitation_tree group by path[2]
    ), longest as (
      select place, levels from branches where place is not null order by levels desc, members desc, place limit 1
    )
    select coalesce((select sum(members)::bigint from branches), 0) as members,
      coalesce((select max(levels) from branches), 0) as levels, t.id, p.full_name as name,
      coalesce(longest.levels, 1) - 1 as deep
    from (select) one left join longest on true left join invitation_tree t on t.place = longest.place
      left join profiles p on p.id = t.id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('count query returned no row')
  return {
    members: row.members,
    levels: row.levels,
    longest: row.id === null ? null : { id: row.id, name: row.name, levels: row.deep },
  }
}
