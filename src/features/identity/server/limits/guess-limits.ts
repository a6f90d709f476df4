import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import { networkOf } from '~/platform/http/client-address'
import { isTooMany } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { PLACEHOLDER_USER } from '../accounts/placeholder-user'
import { columnOf, type Destination } from '../../rules/destination'
import { isKnownNetwork } from './known-network'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>

const FROM_ONE_NETWORK = { points: 10, seconds: 900 }
// Five codes an hour with five attempts each would otherwise allow 600 guesses a day.
const UNKNOWN_NETWORKS_LIMIT = { points: 50, seconds: 86_400 }
// Five attempts for each of the 15 messages that strangers may request for a number in a day. With the 25 guesses from
// other networks, that is 100 guesses a day at a six-digit code: a chance of one in ten thousand.
const REQUESTING_NETWORKS_LIMIT = { points: 75, seconds: 86_400 }
const UNKNOWN_NETWORKS_PHONE_LIMIT = { points: 25, seconds: 86_400 }

const keyOf = (who: Destination) => who.email ?? who.phone ?? ''

/**
 * Returns whether a request about this email or phone comes from a network that its verified owner has not used
 * recently. True when it has no verified owner.
 */
export async function isFromUnknownNetwork(
  { db, ip, now }: Pick<Context, 'db' | 'ip' | 'now'>,
  who: Destination,
): Promise<boolean> {
  const [by, value] = columnOf(who)
  const account = await db.selectFrom('accounts').select('id').where(by, '=', value).executeTakeFirst()
  return !(await isKnownNetwork(db, { userId: account?.id ?? PLACEHOLDER_USER, ip, now: now(), by }))
}

/** The origin of a guess, for redeemCode. */
export interface Place {
  network: string
  isHome: boolean
}

export async function placeOf(context: Context, who: Destination): Promise<Place> {
  return { network: networkOf(context.ip), isHome: !(await isFromUnknownNetwork(context, who)) }
}

/** Returns whether an open code was requested from this network. */
async function hasRequested({ db, ip, now }: Context, phone: string): Promise<boolean> {
  const asked = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('sent_to', '=', phone)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where(sql<boolean>`${networkOf(ip)} = any(requested_from)`)
    .limit(1)
    .executeTakeFirst()
  return asked !== undefined
}

/** Returns the shared counter for a guess; undefined for known networks. */
async function sharedCount(
  context: Context,
  who: Destination,
): Promise<{ name: string; limit: typeof UNKNOWN_NETWORKS_LIMIT } | undefined> {
  const hasOpenCode = who.phone !== undefined && (await hasRequested(context, who.phone))
  if (!(await isFromUnknownNetwork(context, who))) return undefined
  if (who.phone === undefined) return { name: 'code_account', limit: UNKNOWN_NETWORKS_LIMIT }
  return hasOpenCode
    ? { name: 'code_number_requested', limit: REQUESTING_NETWORKS_LIMIT }
    : { name: 'code_number', limit: UNKNOWN_NETWORKS_PHONE_LIMIT }
}

/**
 * Checks the limits before a code is checked. Wrong codes count per network, and together for all networks that are new
 * to the person, so that strangers who guess from many networks lock out only strangers. A phone has no link to open
 * instead, so networks that requested its code have their own counter.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkGuess(context: Context, who: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.check('code_pair', `${keyOf(who)} ${ip}`, FROM_ONE_NETWORK)
  const shared = await sharedCount(context, who)
  if (shared)
    await limits.check(shared.name, keyOf(who), shared.limit).catch((error: unknown) => explain(error, who))
}

/**
 * Counts a wrong code.
 * @throws TOO_MANY_REQUESTS
 */
export async function countMiss(context: Context, who: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.consume('code_pair', `${keyOf(who)} ${ip}`, FROM_ONE_NETWORK)
  const shared = await sharedCount(context, who)
  if (shared)
    await limits.consume(shared.name, keyOf(who), shared.limit).catch((error: unknown) => explain(error, who))
}

function explain(error: unknown, who: Destination): never {
  if (!isTooMany(error)) throw error
  const instead =
    who.email === undefined
      ? 'Sign in from a network that you have used before.'
      : 'Open the link in the email instead. It still works.'
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many wrong codes were entered from networks that are new to this account. ${instead}`,
    data: error.data,
  })
}
