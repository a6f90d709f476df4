import { ORPCError } from '@orpc/client'
import { waitInWords } from '~/platform/limits/limits'

/** The refusal of a limit in words of its own: `sentence`, and how long to wait. Any other error stays what it is. */
export function paceRefusal(error: unknown, sentence: string): unknown {
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY_REQUESTS') return error
  const data: { retryAfterSeconds: number } = error.data
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `${sentence} Wait ${waitInWords(data.retryAfterSeconds)}.`,
    data,
  })
}
