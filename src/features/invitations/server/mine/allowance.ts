import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

type Reader = Database | Transaction

/** Counts the codes that use up a member’s allowance: open and used ones. */
export async function countOwnCodes(
  db: Reader,
  id: string,
  now: Date,
): Promise<{ pending: number; used: number }> {
  const { rows } = await sql<{ pending: number; used: number }>`
    select count(*) filter (where status = 'pending' and (expires_at is null or expires_at > ${now})) as pending,
      count(*) filter (where status = 'used') as used
    from invitations where created_by = ${id}::uuid`.execute(db)
  return rows[0] ?? { pending: 0, used: 0 }
}

/**
 * Returns whether a member’s codes are paused. `isLocked` locks the row until the commit, so that concurrent allowance
 * checks wait.
 */
export function findPauseStatus(db: Reader, id: string, { lock = false }: { lock?: boolean } = {}) {
  return db
    .selectFrom('profiles')
    .select('invitations_paused_at')
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}
