import type { Database } from '~/database/connect'
import { toIpv6Network } from '~/platform/http/client-address'
import type { IdentityContext } from '../context'
import { type OriginContext, findKnownOrigin } from '../limits/known-network'

const FROM_ONE_NETWORK = { points: 200, seconds: 900 }
const ACCOUNT_AND_ORIGIN_LIMIT = { points: 10, seconds: 900 }
const ACCOUNT_KNOWN_ORIGINS_LIMIT = { points: 100, seconds: 86_400 }
const ACCOUNT_UNKNOWN_ORIGINS_LIMIT = { points: 50, seconds: 86_400 }

type Guessing = OriginContext & Pick<IdentityContext, 'limits'>

/**
 * Counts a two-step code before it is checked. Its sender already knows the password. Each challenge allows five
 * attempts, so without this count, new challenges would allow any number. Known browsers have their own daily
 * counters, and so have apps on networks where the account has passed two-step verification. So strangers cannot lock
 * the owner out.
 * @throws TOO_MANY_REQUESTS
 */
export async function countFactorGuess(context: Guessing, userId: string): Promise<void> {
  const { limits, ip } = context
  await limits.consume('factor_ip', ip, FROM_ONE_NETWORK)
  const known = await findKnownFactorOrigin(context, userId)
  await limits.consume('factor_pair', `${userId} ${known?.id ?? ip}`, ACCOUNT_AND_ORIGIN_LIMIT)
  if (known === undefined) await limits.consume('factor_account', userId, ACCOUNT_UNKNOWN_ORIGINS_LIMIT)
  else await limits.consume(`factor_account_${known.kind}`, userId, ACCOUNT_KNOWN_ORIGINS_LIMIT)
}

/**
 * Call it after a correct code. Daily counts stay, because each sign-in of the owner would otherwise allow more
 * guesses.
 */
export async function resetFactorGuesses(context: Guessing, userId: string): Promise<void> {
  const known = await findKnownFactorOrigin(context, userId)
  await context.limits.reset('factor_pair', `${userId} ${known?.id ?? context.ip}`)
}

async function findKnownFactorOrigin(context: Guessing, userId: string) {
  const known = await findKnownOrigin(context, userId)
  // The password alone starts a session of an app. So a network counts as known only if a session there has passed
  // two-step verification.
  if (known?.kind === 'network' && !(await hasUsedFactorFrom(context.db, userId, context.ip)))
    return undefined
  return known
}

async function hasUsedFactorFrom(db: Database, userId: string, ip: string): Promise<boolean> {
  const rows = await db
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where('assurance', '=', 'aal2')
    .where('ip', 'is not', null)
    .limit(500)
    .execute()
  const network = toIpv6Network(ip)
  return rows.some((row) => row.ip !== null && toIpv6Network(row.ip) === network)
}
