import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { SessionRow } from '../../contract-users-shapes'
import type { ReadContext } from '../context'
import { browserWords } from '~/lib/browser-words'

interface Row {
  id: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
}

/**
 * Where somebody is signed in, the last used first; undefined without such an account. They go by the ids of their rows: what opens
 * one is the id with a signature that only the cookie has.
 */
export async function listSessions(
  { caller, db, now }: ReadContext,
  userId: string,
): Promise<SessionRow[] | undefined> {
  if (!isId(userId)) return undefined
  const { rows } = await sql<Row>`
    select s.id, s.created_at, s.last_seen_at, s.ip, s.user_agent from accounts a left join sessions s
      on s.user_id = a.id and s.ended_at is null and s.expires_at > ${now()}::timestamptz
    where a.id = ${userId}::uuid order by s.last_seen_at desc, s.id desc`.execute(db)
  if (rows.length === 0) return undefined
  return rows
    .filter(({ id }) => id !== null)
    .map((row) => ({
      id: row.id,
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      browser: browserWords(row.user_agent),
      ip: row.ip,
      isThis: row.id === caller?.sessionId,
    }))
}
