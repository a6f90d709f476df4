import type { Database } from '~/database/connect'
import { networkOf } from '~/platform/http/client-address'

/** So long after a session ended the house remembers where it was: see sessions/forget-ended.ts. */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Whether somebody was signed in from this network until lately. Guesses of strangers are counted on the account, and must not
 * keep its owner out: what comes from where they were before has a count of its own.
 */
export async function isKnownNetwork(
  db: Pick<Database, 'selectFrom'>,
  { userId, ip, now }: { userId: string; ip: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'expires_at'), '>', new Date(now.getTime() - REMEMBERED_MS)))
    .execute()
  return rows.some((row) => row.ip !== null && networkOf(row.ip) === networkOf(ip))
}
