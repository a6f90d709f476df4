import { ORPCError } from '@orpc/client'
import type { IdentityContext } from '../context'
import type { Destination } from '../../rules/destination'
import { isKnownNetwork } from './known-network'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>

const FROM_ONE_NETWORK = { points: 10, seconds: 900 }
// Five codes an hour of five tries each would be six hundred guesses a day.
const FROM_STRANGERS = { points: 50, seconds: 86_400 }

const keyOf = (who: Destination) => who.email ?? who.phone ?? ''

// Nobody's: an address that nobody has costs the same look.
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Whether a request about this address or number comes from where its owner was not in the last ninety days, or has none. */
export async function isStranger({ db, ip, now }: Context, who: Destination): Promise<boolean> {
  const [column, value] =
    who.email === undefined ? (['phone', who.phone] as const) : (['email', who.email] as const)
  const account = await db.selectFrom('accounts').select('id').where(column, '=', value).executeTakeFirst()
  return !(await isKnownNetwork(db, { userId: account?.id ?? NOBODY, ip, now: now() }))
}

/**
 * Before a guess at a code. Wrong ones count for the network they come from; and all together for networks where this person
 * was not before, so that strangers who guess from everywhere shut out only strangers.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkGuess(context: Context, who: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.check('code_pair', `${keyOf(who)} ${ip}`, FROM_ONE_NETWORK)
  if (await isStranger(context, who))
    await limits
      .check('code_account', keyOf(who), FROM_STRANGERS)
      .catch((error: unknown) => explain(error, who))
}

/** After a wrong one. @throws TOO_MANY_REQUESTS */
export async function countMiss(context: Context, who: Destination): Promise<void> {
  const { limits, ip } = context
  await limits.consume('code_pair', `${keyOf(who)} ${ip}`, FROM_ONE_NETWORK)
  if (await isStranger(context, who))
    await limits
      .consume('code_account', keyOf(who), FROM_STRANGERS)
      .catch((error: unknown) => explain(error, who))
}

function explain(error: unknown, who: Destination): never {
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY_REQUESTS') throw error
  const data = error.data as { retryAfterSeconds: number }
  const instead =
    who.email === undefined
      ? 'Sign in from where you usually do.'
      : 'Open the link of the mail instead: it still works.'
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many wrong codes came from places that are new to this account. ${instead}`,
    data,
  })
}
