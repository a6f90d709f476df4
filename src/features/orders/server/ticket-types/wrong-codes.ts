import { isTooMany } from '~/platform/limits/limits'
import type { Context } from '../context'
import { toProviderNetwork } from '../provider-network'

/** Tries per address and event: enough for typing errors, too few for guessing. */
const TRIES = { points: 30, seconds: 600 }
/**
 * Wrong codes of all addresses per event. Only wrong ones count, so that a code can still be used by ten thousand
 * people at the same time.
 */
const OF_ALL = { points: 600, seconds: 600 }
/**
 * Wrong codes per network or verified account, once the event's limit is reached: others are not locked out, and
 * guessing is not possible.
 */
const OF_ONE = { points: 5, seconds: 600 }

/**
 * Limits wrong codes per event. Normally only the tries of an address count (`unlock.ts`). Once the event's limit is
 * reached, each network, or account with a verified email, has a small limit of its own.
 */
export function createWrongCodeLimit(
  { caller, ip, limits }: Pick<Context, 'caller' | 'ip' | 'limits'>,
  eventId: string,
) {
  // Unverified accounts are free to create in bulk, so they count as their network.
  const own = `${eventId} ${caller?.isEmailVerified === true ? caller.id : toProviderNetwork(ip)}`
  return {
    /**
     * Counts a try of this address.
     * @throws TOO_MANY_REQUESTS
     */
    tryOne: (): Promise<void> => limits.consume('unlock', `${ip} ${eventId}`, TRIES),
    /** @throws TOO_MANY_REQUESTS when this address has no tries left. */
    checkTries: (): Promise<void> => limits.check('unlock', `${ip} ${eventId}`, TRIES),
    async check(): Promise<void> {
      if (await isSpent(limits.check('unlock-wrong', eventId, OF_ALL)))
        await limits.check('unlock-wrong-own', own, OF_ONE)
    },
    async count(): Promise<void> {
      await isSpent(limits.consume('unlock-wrong', eventId, OF_ALL))
      await isSpent(limits.consume('unlock-wrong-own', own, OF_ONE))
    },
  }
}

async function isSpent(taking: Promise<void>): Promise<boolean> {
  try {
    await taking
    return false
  } catch (error) {
    if (isTooMany(error)) return true
    throw error
  }
}
