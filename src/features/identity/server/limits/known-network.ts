import type { Database } from '~/database/connect'
import { networkOf } from '~/platform/http/client-address'

/** So long after a session ended the house remembers where it was: see sessions/forget-ended.ts. */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Whether somebody was signed in from this network until lately. Guesses of strangers are counted on the account, and must not
 * keep its owner out: what comes from where they were before has a count of its own. By an address or number, they have been somewhere
 * only once they proved that it is theirs: anybody may sign up with anybody's, and signs in with it wherever they like.
 */
export async function isKnownNetwork(
  db: Pick<Database, 'selectFrom'>,
  { userId, ip, now, by }: { userId: string; ip: string; now: Date; by?: 'email' | 'phone' },
): Promise<boolean> {
  let sessions = db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'user_id')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'expires_at'), '>', new Date(now.getTime() - REMEMBERED_MS)))
  if (by !== undefined) sessions = sessions.where(`accounts.${by}_verified_at`, 'is not', null)
  const rows = await sessions.execute()
  return rows.some((row) => row.ip !== null && networkOf(row.ip) === networkOf(ip))
}
