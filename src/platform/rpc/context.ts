import { ORPCError } from '@orpc/client'
import type { Logger } from '~/platform/log/log'
import type { Caller } from './caller'
import { baseSentences } from './sentences'

/** Context of every call, whether by HTTP or from a page rendered on the server. */
export interface CallContext {
  caller: Caller | null
  requestId: string
  /** The client's IP address, according to the proxy settings. */
  ip: string
  requestHeaders: Headers
  /** Sent with the response; append `set-cookie` here. */
  responseHeaders: Headers
  /**
   * Whether all signed-in people may open the members' area. Without it only members may, so a missing value never
   * grants access.
   */
  isMembersAreaOpen?: () => Promise<boolean>
  /** True for /api/v1: refuses fields that the input doesn't have. Our own pages may be older than the server. */
  refusesUnknownFields?: boolean
  now: () => Date
  log: Logger
}

/** Returns the caller; throws UNAUTHORIZED (401) when no one is signed in. */
export function signedIn(context: Pick<CallContext, 'caller'>): Caller {
  if (!context.caller) throw new ORPCError('UNAUTHORIZED', { message: baseSentences.UNAUTHORIZED })
  return context.caller
}
