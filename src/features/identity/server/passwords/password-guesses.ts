import { ORPCError } from '@orpc/client'
import { isTooMany, waitInWords } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { type Asking, findKnownOrigin } from '../limits/known-network'

type Guessing = Asking & Pick<IdentityContext, 'limits'>

// A stranger at the open browser of a person must not keep that person from signing in elsewhere.
const counters = {
  door: { pair: 'sign_in_pair', account: 'sign_in_email' },
  inside: { pair: 'confirm_pair', account: 'confirm_account' },
} as const
type Place = keyof typeof counters

/** The account whose password is guessed, and for a sign-in the email or phone that was typed; or one without an account. */
export type Guess = { userId: string; name?: string } | { userId: undefined; name: string }

const FROM_ONE_NETWORK = { points: 200, seconds: 900 }
const OF_ONE_NAME_THERE = { points: 10, seconds: 900 }
// NIST SP 800-63B: at most a hundred.
const OF_ONE_ACCOUNT = { points: 100, seconds: 86_400 }

/**
 * Call before a password is checked. Attempts count per network; and per name and device, or name and network, so that the email and the
 * phone of one account do not show that they belong together. Wrong ones count per account and day: those of strangers together,
 * those of known browsers and of apps in known networks apart, so that strangers cannot keep the owner out. Returns the function that
 * counts a wrong one.
 * @throws TOO_MANY_REQUESTS
 */
export async function countGuess(
  context: Guessing,
  { userId, name }: Guess,
  place: Place = 'door',
): Promise<() => Promise<void>> {
  const { pair, account } = counters[place]
  const key = userId ?? name
  const { limits, ip } = context
  // First a check: what the second limit refuses costs nothing of the first, which the neighbours share.
  await limits.check('sign_in_ip', ip, FROM_ONE_NETWORK)
  const known = await findKnownOrigin(context, userId)
  await limits.consume(pair, `${name ?? userId} ${known?.id ?? ip}`, OF_ONE_NAME_THERE)
  await limits.consume('sign_in_ip', ip, FROM_ONE_NETWORK)
  const counter = known === undefined ? account : (`${account}_${known.kind}` as const)
  const refuse = (error: unknown) => explain(error, place)
  await limits.check(counter, key, OF_ONE_ACCOUNT).catch(refuse)
  return () => limits.consume(counter, key, OF_ONE_ACCOUNT).catch(refuse)
}

/** Call after a right one. The counts of a day stay: otherwise each sign-in of the owner would allow a hundred more guesses. */
export async function forgiveGuesses(
  context: Guessing,
  { userId, name }: Guess,
  place: Place = 'door',
): Promise<void> {
  const known = await findKnownOrigin(context, userId)
  await context.limits.reset(counters[place].pair, `${name ?? userId} ${known?.id ?? context.ip}`)
}

function explain(error: unknown, place: Place): never {
  if (!isTooMany(error)) throw error
  const { data } = error
  const again = `again in ${waitInWords(data.retryAfterSeconds)}, or in a browser that you have signed in with before`
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message:
      place === 'inside'
        ? `Too many wrong passwords. Try ${again}.`
        : `Too many wrong passwords for this account. Sign in another way: with a code by mail, a passkey or a link to set a new password. Or try the password ${again}.`,
    data,
  })
}
