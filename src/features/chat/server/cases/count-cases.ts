import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { ReadContext } from '../context'
import { isFor, isOpenFor } from './case-row'

type Row = { open: number; mine: number; closed: number; oldest_at: Date | null }

/** The figures of the tabs. `oldestAt`: since when the oldest open one waits. */
export async function countCases(
  context: ReadContext,
): Promise<{ open: number; mine: number; closed: number; oldestAt: string | null }> {
  const caller = signedIn(context)
  const { rows } = await sql<Row>`
    select count(*) as open, count(*) filter (where c.taken_by = ${caller.id}) as mine, min(c.created_at) as oldest_at,
      (select count(*) from moderation_cases c where c.decided_at is not null and ${isFor(caller)}) as closed
    from moderation_cases c where ${isOpenFor(caller)}`.execute(context.db)
  const { open = 0, mine = 0, closed = 0, oldest_at: oldestAt = null } = rows[0] ?? {}
  return { open, mine, closed, oldestAt: oldestAt?.toISOString() ?? null }
}
