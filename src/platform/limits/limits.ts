import { ORPCError } from '@orpc/client'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { networkOf } from '~/platform/http/client-address'

export interface Limit {
  points: number
  seconds: number
}

export interface Limits {
  /**
   * Takes one point; throws TOO_MANY_REQUESTS (429, `data.retryAfterSeconds`) when none of `points` per `seconds` is
   * left. `name` says what is limited, `key` whom: an address, an account, an email, or several with spaces between.
   * The addresses of one IPv6 network count as one.
   */
  consume(name: string, key: string, limit: Limit): Promise<void>
  /** Throws as `consume` would, and takes nothing: where only attempts that fail are to count. */
  check(name: string, key: string, limit: Limit): Promise<void>
  /** Gives the key all its points back, such as after a sign-in that succeeded. */
  reset(name: string, key: string): Promise<void>
}

/** Counted in this process, or in Redis for all processes. While Redis is away, each process counts for itself. */
export function createLimits(redis?: Redis): Limits {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(name: string, { points, seconds }: Limit): RateLimiterAbstract {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    const limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: memory,
          // Otherwise every sign-in would wait until ioredis gives up, ten seconds and more.
          rejectIfRedisNotReady: true,
        })
      : memory
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async consume(name, key, limit) {
      try {
        await limiterOf(name, limit).consume(groupOf(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw tooMany(refusal)
      }
    },
    async check(name, key, limit) {
      const spent = await limiterOf(name, limit).get(groupOf(key))
      if (spent !== null && spent.consumedPoints >= limit.points) throw tooMany(spent)
    },
    async reset(name, key) {
      await limiters.get(name)?.delete(groupOf(key))
    },
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): Error {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many attempts. Try again in ${waitInWords(retryAfterSeconds)}.`,
    data: { retryAfterSeconds },
  })
}

// Every customer of a provider has at least a /64, and so more addresses than there are seconds.
function groupOf(key: string): string {
  return key.split(' ').map(networkOf).join(' ')
}

/** `1 second`, `40 seconds`, `2 minutes`: rounded up, so that the person who waits that long gets through. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return count(seconds, 'second')
  if (seconds < 3600) return count(Math.ceil(seconds / 60), 'minute')
  return count(Math.ceil(seconds / 3600), 'hour')
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** Whether this is what a limit throws. */
export function isTooMany(
  error: unknown,
): error is ORPCError<'TOO_MANY_REQUESTS', { retryAfterSeconds: number }> {
  return error instanceof ORPCError && error.code === 'TOO_MANY_REQUESTS'
}
