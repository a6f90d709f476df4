import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import { toIpv6Network } from '~/platform/http/client-address'
import { isTooManyRequests, type Limits } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { PLACEHOLDER_USER } from '../accounts/placeholder-user-id'
import { toAccountColumn, type Destination } from '../../rules/destination'
import { isKnownNetwork } from './known-network'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>

const FROM_ONE_NETWORK = { points: 10, seconds: 900 }
// Wrong codes per day for one email, from networks that are new to its owner: fifty from those that requested a code,
// and fifty from the others. So the chance to guess a code is one in ten thousand a day. Without this limit, five
// codes an hour with five attempts each would allow 600 guesses a day.
const UNKNOWN_NETWORKS_LIMIT = { points: 50, seconds: 86_400 }
// Wrong codes per day from one network that requested a code. It must not use up the attempts of other such networks.
const ONE_REQUESTING_NETWORK_LIMIT = { points: 10, seconds: 86_400 }
// Wrong codes per day for one phone, from new networks that requested a code. Strangers may request 15 messages for a
// number in a day, with five attempts each. With the 25 guesses from other networks, that is 100 guesses a day at a
// six-digit code: a chance of one in ten thousand.
const REQUESTING_NETWORKS_LIMIT = { points: 75, seconds: 86_400 }
const UNKNOWN_NETWORKS_PHONE_LIMIT = { points: 25, seconds: 86_400 }
// Requests for a code are remembered as long as the longest-lived code is valid.
const REQUESTED = { points: 1, seconds: 3600 }

const toKey = (destination: Destination) => destination.email ?? destination.phone ?? ''

/**
 * Returns whether a request about this email or phone comes from a network that its verified owner has not used
 * recently. True when it has no verified owner.
 */
export async function isFromUnknownNetwork(
  { db, ip, now }: Pick<Context, 'db' | 'ip' | 'now'>,
  destination: Destination,
): Promise<boolean> {
  const [by, value] = toAccountColumn(destination)
  const account = await db.selectFrom('accounts').select('id').where(by, '=', value).executeTakeFirst()
  return !(await isKnownNetwork(db, { userId: account?.id ?? PLACEHOLDER_USER, ip, now: now(), by }))
}

/** The origin of a guess, for redeemCode. */
export interface Place {
  network: string
  isHome: boolean
}

export async function getCodeGuessOrigin(context: Context, destination: Destination): Promise<Place> {
  return { network: toIpv6Network(context.ip), isHome: !(await isFromUnknownNetwork(context, destination)) }
}

/** Records that this network requested an email with a code. */
export async function recordCodeRequest({ limits, ip }: Pick<Context, 'limits' | 'ip'>, email: string) {
  try {
    await limits.consume('code_requested_from', `${email} ${ip}`, REQUESTED)
  } catch (error) {
    if (!isTooManyRequests(error)) throw error
  }
}

/** Returns whether an open code was requested from this network. */
async function hasRequestedCode(
  { db, limits, ip, now }: Context,
  destination: Destination,
): Promise<boolean> {
  if (destination.email !== undefined) {
    // Counted for every email instead of read from the tokens: an email without an account has no token, and the
    // limits would reveal that.
    const noted = limits.check('code_requested_from', `${destination.email} ${ip}`, REQUESTED)
    return noted.then(
      () => false,
      (error: unknown) => isTooManyRequests(error) || Promise.reject(error),
    )
  }
  const openCode = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('sent_to', '=', destination.phone)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where(sql<boolean>`${toIpv6Network(ip)} = any(requested_from)`)
    .limit(1)
    .executeTakeFirst()
  return openCode !== undefined
}

type Counter = Parameters<Limits['consume']>

/** Returns the daily counters for a guess; none for known networks. */
async function listDailyGuessLimits(context: Context, destination: Destination): Promise<Counter[]> {
  const hasOpenCode = await hasRequestedCode(context, destination)
  if (!(await isFromUnknownNetwork(context, destination))) return []
  const key = toKey(destination)
  const [name, elsewhere, requesting] =
    destination.phone === undefined
      ? (['code_account', UNKNOWN_NETWORKS_LIMIT, UNKNOWN_NETWORKS_LIMIT] as const)
      : (['code_number', UNKNOWN_NETWORKS_PHONE_LIMIT, REQUESTING_NETWORKS_LIMIT] as const)
  if (!hasOpenCode) return [[name, key, elsewhere]]
  return [
    ['code_requesting_network', `${key} ${context.ip}`, ONE_REQUESTING_NETWORK_LIMIT],
    [`${name}_requested`, key, requesting],
  ]
}

/**
 * Checks the limits of wrong codes for an email or phone. Must be called before a code is checked. The counters are:
 * - One for each network.
 * - One for all networks that are new to the owner and requested no code. Networks that the owner has used aren't
 *   counted, so strangers with many networks can't lock the owner out.
 * - For new networks that requested an open code, one each and one for all. They are separate from the networks of
 *   strangers, because the owner may be on a new network.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkGuess(context: Context, destination: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.check('code_pair', `${toKey(destination)} ${ip}`, FROM_ONE_NETWORK)
  for (const counter of await listDailyGuessLimits(context, destination))
    await limits.check(...counter).catch((error: unknown) => throwTooManyCodes(error, destination))
}

/**
 * Counts a wrong code.
 * @throws TOO_MANY_REQUESTS
 */
export async function countWrongCode(context: Context, destination: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.consume('code_pair', `${toKey(destination)} ${ip}`, FROM_ONE_NETWORK)
  for (const counter of await listDailyGuessLimits(context, destination))
    await limits.consume(...counter).catch((error: unknown) => throwTooManyCodes(error, destination))
}

function throwTooManyCodes(error: unknown, destination: Destination): never {
  if (!isTooManyRequests(error)) throw error
  const instead =
    destination.email === undefined
      ? 'Sign in from a network that you have used before.'
      : 'Open the link in the email instead. It still works.'
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many wrong codes were entered from networks that are new to this account. ${instead}`,
    data: error.data,
  })
}
