import { ORPCError } from '@orpc/client'
import { waitInWords } from '~/platform/limits/limits'
import { isTooMany } from '~/platform/limits/limits'
import { NOBODY } from '../accounts/nobody'
import type { IdentityContext } from '../context'
import { isKnownNetwork } from '../limits/known-network'

type Guessing = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>

// Whoever guesses with somebody's browser before them must not shut the door to its owner.
const counters = {
  door: { pair: 'sign_in_pair', account: 'sign_in_email' },
  inside: { pair: 'confirm_pair', account: 'confirm_account' },
} as const
type Place = keyof typeof counters

/** Whose password: an account's, and at the door by which of its names it was called; or a name that nobody has. */
export type Guess = { userId: string; name?: string } | { userId: undefined; name: string }

const FROM_ONE_NETWORK = { points: 200, seconds: 900 }
const OF_ONE_NAME_THERE = { points: 10, seconds: 900 }
// NIST SP 800-63B: at most a hundred.
const FROM_STRANGERS = { points: 100, seconds: 86_400 }

/**
 * Before a password is looked at. Guesses count per network; per network and name, so that two people behind one router are
 * not one, and so that an address and a number do not say that they are one person's; and those of all strangers together. Who comes from where this account was signed in before is no stranger: guessing from
 * everywhere shuts nobody out at home, and on the road every other way in stays open. Answers what counts a miss.
 * @throws TOO_MANY_REQUESTS
 */
export async function countGuess(
  context: Guessing,
  { userId, name }: Guess,
  place: Place = 'door',
): Promise<() => Promise<void>> {
  const { pair, account } = counters[place]
  const key = userId ?? name
  const { db, limits, ip } = context
  // What the second refuses costs nothing of the first: one who guesses on and on does not shut out whoever shares the router.
  await limits.check('sign_in_ip', ip, FROM_ONE_NETWORK)
  await limits.consume(pair, `${name ?? userId} ${ip}`, OF_ONE_NAME_THERE)
  await limits.consume('sign_in_ip', ip, FROM_ONE_NETWORK)
  const isKnown = await isKnownNetwork(db, { userId: userId ?? NOBODY, ip, now: context.now() })
  if (isKnown) return async () => undefined
  const refuse = (error: unknown) => explain(error, place)
  await limits.check(account, key, FROM_STRANGERS).catch(refuse)
  return () => limits.consume(account, key, FROM_STRANGERS).catch(refuse)
}

/** After one that was right. What strangers spent stays spent: its owner would otherwise give it back to them. */
export async function forgiveGuesses(
  { limits, ip }: Pick<Guessing, 'limits' | 'ip'>,
  { userId, name }: Guess,
  place: Place = 'door',
) {
  await limits.reset(counters[place].pair, `${name ?? userId} ${ip}`)
}

function explain(error: unknown, place: Place): never {
  if (!isTooMany(error)) throw error
  const { data } = error
  const again = `again in ${waitInWords(data.retryAfterSeconds)}, or from where you usually sign in`
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message:
      place === 'inside'
        ? `Too many wrong passwords. Try ${again}.`
        : `Too many wrong passwords came from places that are new to this account. Sign in another way: with a code by mail, a passkey or a link to set a new password. Or try the password ${again}.`,
    data,
  })
}
