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
// Five codes an hour of five tries each would be six hundred guesses a day.
const FROM_STRANGERS = { points: 50, seconds: 86_400 }
// Five for each of the fifteen messages that strangers may have sent to a number in a day: using them up takes no less than using up
// the messages. With what comes from elsewhere a hundred a day at six digits: one in ten thousand.
const FROM_ASKERS = { points: 75, seconds: 86_400 }
const FROM_STRANGERS_TO_A_NUMBER = { points: 25, seconds: 86_400 }

const keyOf = (who: Destination) => who.email ?? who.phone ?? ''

/** Whether a request about this address or number comes from where whoever proved it was not lately, or nobody proved it. */
export async function isStranger(
  { db, ip, now }: Pick<Context, 'db' | 'ip' | 'now'>,
  who: Destination,
): Promise<boolean> {
  const [by, value] = columnOf(who)
  const account = await db.selectFrom('accounts').select('id').where(by, '=', value).executeTakeFirst()
  return !(await isKnownNetwork(db, { userId: account?.id ?? PLACEHOLDER_USER, ip, now: now(), by }))
}

/** Where a guess comes from, for redeemCode. */
export interface Place {
  network: string
  isHome: boolean
}

export async function placeOf(context: Context, who: Destination): Promise<Place> {
  return { network: networkOf(context.ip), isHome: !(await isStranger(context, who)) }
}

/** Whether a code that is open was asked for from here. */
async function hasAsked({ db, ip, now }: Context, phone: string): Promise<boolean> {
  const asked = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('sent_to', '=', phone)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where(sql<boolean>`${networkOf(ip)} = any(asked_from)`)
    .limit(1)
    .executeTakeFirst()
  return asked !== undefined
}

/** What a guess is counted on besides its own network; undefined at home. */
async function sharedCount(
  context: Context,
  who: Destination,
): Promise<{ name: string; limit: typeof FROM_STRANGERS } | undefined> {
  const hasOpenCode = who.phone !== undefined && (await hasAsked(context, who.phone))
  if (!(await isStranger(context, who))) return undefined
  if (who.phone === undefined) return { name: 'code_account', limit: FROM_STRANGERS }
  return hasOpenCode
    ? { name: 'code_number_asked', limit: FROM_ASKERS }
    : { name: 'code_number', limit: FROM_STRANGERS_TO_A_NUMBER }
}

/**
 * Before a guess at a code. Wrong ones count for the network they come from; and all together for networks where this person
 * was not before, so that strangers who guess from everywhere shut out only strangers. A number has no link to open instead: from
 * where its code was asked for, guesses are counted apart from everybody's.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkGuess(context: Context, who: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.check('code_pair', `${keyOf(who)} ${ip}`, FROM_ONE_NETWORK)
  const shared = await sharedCount(context, who)
  if (shared)
    await limits.check(shared.name, keyOf(who), shared.limit).catch((error: unknown) => explain(error, who))
}

/** After a wrong one. @throws TOO_MANY_REQUESTS */
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
      ? 'Sign in from where you usually do.'
      : 'Open the link of the mail instead: it still works.'
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many wrong codes came from places that are new to this account. ${instead}`,
    data: error.data,
  })
}
