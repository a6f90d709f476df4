import { ORPCError } from '@orpc/client'
import { isTooManyRequests, formatWait } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { type OriginContext, findKnownOrigin } from '../limits/known-network'
import { verifyPassword } from './password-hash'

type Guessing = OriginContext & Pick<IdentityContext, 'limits'>

// Sign-in and reauthentication have separate counters, so that a stranger at a signed-in browser can't lock the owner
// out.
const counters = {
  sign_in: { pair: 'sign_in_pair', account: 'sign_in_email' },
  confirm: { pair: 'confirm_pair', account: 'confirm_account' },
} as const
type PasswordUse = keyof typeof counters

/**
 * The account whose password is guessed, and for a sign-in the email or phone that was typed. Without an account,
 * only the typed email or phone.
 */
export type Guess = { userId: string; name?: string } | { userId: undefined; name: string }

const FROM_ONE_NETWORK = { points: 200, seconds: 900 }
const NAME_AND_ORIGIN_LIMIT = { points: 10, seconds: 900 }
// NIST SP 800-63B allows at most 100 wrong passwords.
const OF_ONE_ACCOUNT = { points: 100, seconds: 86_400 }

/**
 * Counts an attempt before its password is checked, and returns the function that counts it as wrong. Attempts count
 * per network, and per typed email or phone and device (or network), so that counters don't reveal which email and
 * phone belong together. Wrong passwords also count per account and day. Known browsers and known networks have their
 * own daily counters, so that strangers can't lock the owner out.
 * @throws TOO_MANY_REQUESTS
 */
export async function startPasswordAttempt(
  context: Guessing,
  { userId, name }: Guess,
  use: PasswordUse = 'sign_in',
): Promise<() => Promise<void>> {
  const { pair, account } = counters[use]
  const key = userId ?? name
  const { limits, ip } = context
  // The network’s limit is only checked here and counted later: an attempt that the next limit refuses must not use
  // up the limit of a shared network.
  await limits.check('sign_in_ip', ip, FROM_ONE_NETWORK)
  const known = await findKnownOrigin(context, userId)
  await limits.consume(pair, `${name ?? userId} ${known?.id ?? ip}`, NAME_AND_ORIGIN_LIMIT)
  await limits.consume('sign_in_ip', ip, FROM_ONE_NETWORK)
  const counter = known === undefined ? account : (`${account}_${known.kind}` as const)
  const refuse = (error: unknown) => throwTooManyPasswords(error, use)
  await limits.check(counter, key, OF_ONE_ACCOUNT).catch(refuse)
  return () => limits.consume(counter, key, OF_ONE_ACCOUNT).catch(refuse)
}

/**
 * Call it after a correct password. Daily counts stay, because each sign-in of the owner would otherwise allow a
 * hundred more guesses.
 */
export async function resetPasswordGuesses(
  context: Guessing,
  { userId, name }: Guess,
  use: PasswordUse = 'sign_in',
): Promise<void> {
  const known = await findKnownOrigin(context, userId)
  await context.limits.reset(counters[use].pair, `${name ?? userId} ${known?.id ?? context.ip}`)
}

/**
 * Verifies a password that the signed-in person typed. A wrong one counts as a guess.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function isRightPassword(
  context: Guessing,
  { userId, password, hash }: { userId: string; password: string; hash: string },
): Promise<boolean> {
  const countWrongPassword = await startPasswordAttempt(context, { userId }, 'confirm')
  if (!(await verifyPassword(password, hash))) {
    await countWrongPassword()
    return false
  }
  await resetPasswordGuesses(context, { userId }, 'confirm')
  return true
}

function throwTooManyPasswords(error: unknown, use: PasswordUse): never {
  if (!isTooManyRequests(error)) throw error
  const { data } = error
  const again = `again in ${formatWait(data.retryAfterSeconds)}, or in a browser that you have signed in with before`
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message:
      use === 'confirm'
        ? `Too many wrong passwords. Try ${again}.`
        : `Too many wrong passwords for this account. Sign in with an emailed code or a passkey, reset your password, or try ${again}.`,
    data,
  })
}
