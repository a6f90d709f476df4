import { isTooManyRequests } from '~/platform/limits/limits'
import type { Context } from '../context'
import { toAddressRange } from '../address-range'

/** The limit of tries per IP address and event: enough for typing errors, too few for guessing. */
const TRIES = { points: 30, seconds: 600 }
/**
 * The limit of wrong codes per event, from all IP addresses together. Valid codes don't count, so ten thousand people
 * can use one at the same time.
 */
const OF_ALL = { points: 600, seconds: 600 }
/**
 * The limit of wrong codes per network, or per account with a verified email, once the event's limit is reached.
 * Guessing then stays impossible, and other people aren't locked out.
 */
const OF_ONE = { points: 5, seconds: 600 }

/**
 * Limits wrong codes per event. Normally only the limit per IP address applies (`unlock.ts`). Once the event's limit
 * is reached, each network, or account with a verified email, has a small limit of its own.
 */
export function createWrongCodeLimit(
  { caller, ip, limits }: Pick<Context, 'caller' | 'ip' | 'limits'>,
  eventId: string,
) {
  // Unverified accounts cost nothing to create, so they share the limit of their network.
  const own = `${eventId} ${caller?.isEmailVerified === true ? caller.id : toAddressRange(ip)}`
  return {
    /**
     * Counts a try from this IP address.
     * @throws TOO_MANY_REQUESTS
     */
    tryOne: (): Promise<void> => limits.consume('unlock', `${ip} ${eventId}`, TRIES),
    /** @throws TOO_MANY_REQUESTS when this IP address has no tries left. */
    checkTries: (): Promise<void> => limits.check('unlock', `${ip} ${eventId}`, TRIES),
    async check(): Promise<void> {
      if (await isLimitReached(limits.check('unlock-wrong', eventId, OF_ALL)))
        await limits.check('unlock-wrong-own', own, OF_ONE)
    },
    async count(): Promise<void> {
      await isLimitReached(limits.consume('unlock-wrong', eventId, OF_ALL))
      await isLimitReached(limits.consume('unlock-wrong-own', own, OF_ONE))
    },
  }
}

async function isLimitReached(taking: Promise<void>): Promise<boolean> {
  try {
    await taking
    return false
  } catch (error) {
    if (isTooManyRequests(error)) return true
    throw error
  }
}
