const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const DAY = 24 * HOUR

const RETRY_DELAYS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR]
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1
/** The random part of a delay: up to a fifth. It spreads the retries of many messages after an outage. */
const JITTER = 0.2
/** The time after which an endpoint is turned off if all attempts fail. */
const MAX_FAILING_MS = 5 * DAY

/** The problems that an attempt can have. The sentence for each is in web/webhook-texts.ts. */
export const PROBLEMS = [
  'status',
  'redirect',
  'timeout',
  'private_address',
  'unknown_host',
  'certificate',
  'unreachable',
  'disabled',
] as const
export type Problem = (typeof PROBLEMS)[number]

/** The result of one request. `status` is null if there was no response. */
export interface AttemptResult {
  status: number | null
  problem: Problem | null
}

/**
 * Returns the result for the status of a response. A redirect is a failure. It is not followed, because it may lead
 * into our network.
 */
export function toAttemptResult(status: number): AttemptResult {
  if (status >= 200 && status < 300) return { status, problem: null }
  return { status, problem: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

/**
 * Returns the time of the next attempt after `attempts` failed attempts; undefined if there is no further attempt.
 * `random` is from 0 to 1.
 */
export function getNextAttempt(attempts: number, now: Date, random: number): Date | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  return delay === undefined ? undefined : new Date(now.getTime() + delay * (1 + JITTER * random))
}

/**
 * Returns why an endpoint is turned off after a failed attempt; undefined if it is not. With 410 Gone, the receiver
 * asks to be turned off.
 */
export function findDisabledReason(
  { status }: AttemptResult,
  { failingSince, now }: { failingSince: Date; now: Date },
): 'gone' | 'failing' | undefined {
  if (status === 410) return 'gone'
  return now.getTime() - failingSince.getTime() >= MAX_FAILING_MS ? 'failing' : undefined
}
