import { ORPCError } from '@orpc/client'
import type { Logger } from '~/platform/log/log'
import type { Caller } from './caller'
import { baseSentences } from './sentences'

/** What every call gets, whether it came by HTTP or from a page rendered on the server. */
export interface CallContext {
  caller: Caller | null
  requestId: string
  /** The person's address, after the proxy rules. */
  ip: string
  requestHeaders: Headers
  /** Sent with the answer; append `set-cookie` here. */
  responseHeaders: Headers
  /** Whether anyone signed in may open the members' area. Without it only members may, so a missing value never grants access. */
  isMembersAreaOpen?: () => Promise<boolean>
  /** True for /api/v1: fields that the input doesn't have are refused. Our own pages may be older than the server. */
  refusesUnknownFields?: boolean
  now: () => Date
  log: Logger
}

/** The person who makes the call; throws UNAUTHORIZED (401) when nobody is signed in. */
export function signedIn(context: Pick<CallContext, 'caller'>): Caller {
  if (!context.caller) throw new ORPCError('UNAUTHORIZED', { message: baseSentences.UNAUTHORIZED })
  return context.caller
}
