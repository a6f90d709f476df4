import type { Database } from '~/database/connect'
import { networkOf } from '~/platform/http/client-address'
import type { IdentityContext } from '../context'

const FROM_ONE_NETWORK = { points: 200, seconds: 900 }
const OF_ONE_ACCOUNT_THERE = { points: 10, seconds: 900 }
const OF_ONE_ACCOUNT_ELSEWHERE = { points: 50, seconds: 86_400 }

type Guessing = Pick<IdentityContext, 'db' | 'limits' | 'ip'>

/**
 * Before a code is looked at. Whoever guesses knows the password already; a challenge lasts five tries, and this says how many
 * challenges. Over all networks an account's guesses are counted only where its owner has not been before: guessing from anywhere
 * else shuts nobody out at home.
 * @throws TOO_MANY_REQUESTS
 */
export async function countGuess({ db, limits, ip }: Guessing, userId: string): Promise<void> {
  await limits.consume('factor_ip', ip, FROM_ONE_NETWORK)
  await limits.consume('factor_pair', `${userId} ${ip}`, OF_ONE_ACCOUNT_THERE)
  if (await hasShownFactorThere(db, userId, ip)) return
  await limits.consume('factor_account', userId, OF_ONE_ACCOUNT_ELSEWHERE)
}

/** After one that was right. Not those of the whole account, which its owner would otherwise give back to whoever guesses. */
export async function forgiveGuesses({ limits, ip }: Pick<Guessing, 'limits' | 'ip'>, userId: string) {
  await limits.reset('factor_pair', `${userId} ${ip}`)
}

/** Whoever knows the password alone can open sessions: what counts is one from there that has shown the second factor. */
async function hasShownFactorThere(db: Database, userId: string, ip: string): Promise<boolean> {
  const rows = await db
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where('assurance', '=', 'aal2')
    .where('ip', 'is not', null)
    .limit(500)
    .execute()
  const network = networkOf(ip)
  return rows.some((row) => row.ip !== null && networkOf(row.ip) === network)
}
