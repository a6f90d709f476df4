import { AsyncLocalStorage } from 'node:async_hooks'
import { ORPCError } from '@orpc/client'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { toIpv6Network } from '~/platform/http/client-address'
import type { RedisClient } from '~/platform/redis/connect-redis'

export interface Limit {
  points: number
  seconds: number
}

export interface Limits {
  /**
   * Consumes one point. Throws TOO_MANY_REQUESTS (429, `data.retryAfterSeconds`) if none of the `points` per `seconds`
   * is left. `name` is the limited action. `key` is its subject: an address, an account, an email, or several separated
   * by spaces. An IPv6 address counts for its /64. It also counts for its /56 and /48, which have 4 and 8 times the
   * points.
   */
  consume(name: string, key: string, limit: Limit): Promise<void>
  /** Throws like `consume`, but consumes nothing. For attempts that only count if they fail. */
  check(name: string, key: string, limit: Limit): Promise<void>
  /** Restores all points of a key, such as after a successful sign-in. */
  reset(name: string, key: string): Promise<void>
}

/** Maximum keys per name; the least recently used is evicted first. */
const MAX_KEYS = 50_000

// Each key has a timer that runs until its points are restored. Started within a request, the timer would keep all of
// that request in memory.
const runOutsideRequest = AsyncLocalStorage.snapshot()

/** A counter in memory with a limited number of keys, because visitors can invent any number of them. */
class BoundedMemory extends RateLimiterMemory {
  readonly #keys = new Set<string | number>()
  readonly #most: number

  constructor(options: IRateLimiterOptions, most: number) {
    super(options)
    this.#most = most
  }

  override consume(...[key, ...rest]: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    this.#keys.delete(key)
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > this.#most && oldest !== undefined) {
      this.#keys.delete(oldest)
      void this.delete(oldest)
    }
    return runOutsideRequest(() => super.consume(key, ...rest))
  }
}

interface LimitsOptions {
  maxKeys?: number
  /**
   * Points that the operator has set, by name of the limit. They replace the `points` that `consume` and `check` are
   * given.
   */
  points?: Readonly<Record<string, number>>
}

/**
 * Creates rate limits counted in this process, or in Redis for all processes. While Redis is down, each process counts
 * separately.
 */
export function createLimits(
  redis?: RedisClient,
  { maxKeys = MAX_KEYS, points: overrides = {} }: LimitsOptions = {},
): Limits {
  const limiters = new Map<string, RateLimiterAbstract>()

  function getLimiter({ name, points, seconds }: Counter): RateLimiterAbstract {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
    const memory = new BoundedMemory(options, maxKeys)
    const limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: memory,
          // Fails immediately while Redis is down. Otherwise every sign-in would wait for more than ten seconds, until
          // ioredis gives up.
          rejectIfRedisNotReady: true,
        })
      : memory
    limiters.set(name, limiter)
    return limiter
  }

  const set = (name: string, limit: Limit) => ({ ...limit, points: overrides[name] ?? limit.points })

  return {
    async consume(name, key, limit) {
      for (const counter of listCounters(name, key, set(name, limit))) {
        try {
          await getLimiter(counter).consume(counter.key)
        } catch (rejected) {
          if (!(rejected instanceof RateLimiterRes)) throw rejected
          throw createTooManyRequestsError(rejected)
        }
      }
    },
    async check(name, key, limit) {
      for (const counter of listCounters(name, key, set(name, limit))) {
        const spent = await getLimiter(counter).get(counter.key)
        if (spent !== null && spent.consumedPoints >= counter.points) throw createTooManyRequestsError(spent)
      }
    },
    async reset(name, key) {
      for (const counter of listCounters(name, key, { points: 0, seconds: 0 }))
        await limiters.get(counter.name)?.delete(counter.key)
    },
  }
}

interface Counter extends Limit {
  name: string
  key: string
}

// An internet customer has a /64, often a /56 and easily a /48. So a wider block gets more points, but fewer than all
// its parts together.
const IPV6_BUDGETS = [
  { prefix: 64, suffix: '', factor: 1 },
  { prefix: 56, suffix: '_56', factor: 4 },
  { prefix: 48, suffix: '_48', factor: 8 },
] as const

/** Returns the counters for a key: one, or three if the key contains an IPv6 address. */
function listCounters(name: string, key: string, { points, seconds }: Limit): Counter[] {
  const parts = key.split(' ')
  const budgets = parts.some((part) => toIpv6Network(part) !== part) ? IPV6_BUDGETS : IPV6_BUDGETS.slice(0, 1)
  return budgets.map(({ prefix, suffix, factor }) => ({
    name: `${name}${suffix}`,
    key: parts.map((part) => toIpv6Network(part, prefix)).join(' '),
    points: points * factor,
    seconds,
  }))
}

function createTooManyRequestsError({ msBeforeNext }: RateLimiterRes): Error {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many attempts. Try again in ${formatWait(retryAfterSeconds)}.`,
    data: { retryAfterSeconds },
  })
}

/** Formats a waiting time: `1 second`, `40 seconds`, `2 minutes`. Rounds up, so that the time is enough. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return formatAmount(seconds, 'second')
  if (seconds < 3600) return formatAmount(Math.ceil(seconds / 60), 'minute')
  return formatAmount(Math.ceil(seconds / 3600), 'hour')
}

function formatAmount(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

export function isTooManyRequests(
  error: unknown,
): error is ORPCError<'TOO_MANY_REQUESTS', { retryAfterSeconds: number }> {
  return error instanceof ORPCError && error.code === 'TOO_MANY_REQUESTS'
}
