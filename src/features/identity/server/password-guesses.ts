import { ORPCError } from '@orpc/client'
import { waitInWords } from '~/platform/limits/limits'
import type { IdentityContext } from './context'
import { isKnownNetwork } from './known-network'

type Guessing = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>

/** Whose password: an account's, by whichever of its names it was called; or what the door was told, where nobody has one. */
export type Guess = { userId: string; unknown?: undefined } | { userId?: undefined; unknown: string }

const FROM_ONE_NETWORK = { points: 200, seconds: 900 }
const OF_ONE_ACCOUNT_THERE = { points: 10, seconds: 900 }
// NIST SP 800-63B: at most a hundred.
const FROM_STRANGERS = { points: 100, seconds: 86_400 }

// Nobody's: an unknown address costs the same look.
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Before a password is looked at. Guesses count per network; per network and account, so that two people behind one router are
 * not one; and those of all strangers together. Who comes from where this account was signed in before is no stranger: guessing from
 * everywhere shuts nobody out at home, and on the road every other way in stays open. Answers what counts a miss.
 * @throws TOO_MANY_REQUESTS
 */
export async function countGuess(
  context: Guessing,
  { userId, unknown }: Guess,
): Promise<() => Promise<void>> {
  const key = userId ?? unknown
  const { db, limits, ip } = context
  // What the second refuses costs nothing of the first: one who guesses on and on does not shut out whoever shares the router.
  await limits.check('sign_in_ip', ip, FROM_ONE_NETWORK)
  await limits.consume('sign_in_pair', `${key} ${ip}`, OF_ONE_ACCOUNT_THERE)
  await limits.consume('sign_in_ip', ip, FROM_ONE_NETWORK)
  const isKnown = await isKnownNetwork(db, { userId: userId ?? NOBODY, ip, now: context.now() })
  if (isKnown) return async () => undefined
  await limits.check('sign_in_email', key, FROM_STRANGERS).catch(explain)
  return () => limits.consume('sign_in_email', key, FROM_STRANGERS).catch(explain)
}

/** After one that was right. What strangers spent stays spent: its owner would otherwise give it back to them. */
export async function forgiveGuesses({ limits, ip }: Pick<Guessing, 'limits' | 'ip'>, userId: string) {
  await limits.reset('sign_in_pair', `${userId} ${ip}`)
}

function explain(error: unknown): never {
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY_REQUESTS') throw error
  const data = error.data as { retryAfterSeconds: number } | undefined
  const wait = data === undefined ? '' : ` again in ${waitInWords(data.retryAfterSeconds)}`
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: `Too many wrong passwords came from places that are new to this account. Sign in another way: with a code by mail, a passkey or a link to set a new password. Or try the password${wait}, or from where you usually sign in.`,
    data: data ?? { retryAfterSeconds: 60 },
  })
}
