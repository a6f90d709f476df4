import { isTooMany } from '~/platform/limits/limits'
import type { Context } from '../context'
import { providerNetwork } from '../provider-network'

/** Tries of one address with one event: enough for a person who mistypes, few for one who guesses. */
const TRIES = { points: 30, seconds: 600 }
/** Wrong ones of all addresses with one event. Only wrong ones, so that a code which ten thousand people enter at once opens for all. */
const OF_ALL = { points: 600, seconds: 600 }
/** What whoever mistypes needs, once somebody floods the event: nobody shuts it for the others, and with so few nobody guesses. */
const OF_ONE = { points: 5, seconds: 600 }

/**
 * Wrong codes at one event. While there are few, only the tries of a network count (`unlock.ts`); from then on each network, or account
 * with a proven address, has a few wrong ones of its own.
 */
export function wrongCodes(
  { caller, ip, limits }: Pick<Context, 'caller' | 'ip' | 'limits'>,
  eventId: string,
) {
  // Accounts are free to make; one whose address is proven is not made by the thousand.
  const own = `${eventId} ${caller?.isEmailVerified === true ? caller.id : providerNetwork(ip)}`
  return {
    /** Counts a try of this address. @throws TOO_MANY_REQUESTS */
    tryOne: (): Promise<void> => limits.consume('unlock', `${ip} ${eventId}`, TRIES),
    /** @throws TOO_MANY_REQUESTS when this address has no try left. */
    checkTries: (): Promise<void> => limits.check('unlock', `${ip} ${eventId}`, TRIES),
    /** @throws TOO_MANY_REQUESTS */
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
