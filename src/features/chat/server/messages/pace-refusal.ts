import { ORPCError } from '@orpc/client'
import { waitInWords } from '~/platform/limits/limits'
import { isTooMany } from '~/platform/limits/limits'

/** The refusal of a limit in words of its own: `sentence`, and how long to wait. Any other error stays what it is. */
export function paceRefusal(error: unknown, sentence: string): unknown {
  if (!isTooMany(error)) return error
  const { data } = error
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `${sentence} Wait ${waitInWords(data.retryAfterSeconds)}.`,
    data,
  })
}
