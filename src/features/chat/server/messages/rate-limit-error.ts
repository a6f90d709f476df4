import { ORPCError } from '@orpc/client'
import { formatWait } from '~/platform/limits/limits'
import { isTooManyRequests } from '~/platform/limits/limits'

/** Replaces a rate limit error with `sentence` and the time to wait. Returns any other error unchanged. */
export function toRateLimitError(error: unknown, sentence: string): unknown {
  if (!isTooManyRequests(error)) return error
  const { data } = error
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `${sentence} Wait ${formatWait(data.retryAfterSeconds)}.`,
    data,
  })
}
