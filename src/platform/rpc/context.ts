import { ORPCError } from '@orpc/client'
import type { Logger } from '~/platform/log/log'
import type { Caller } from './caller'
import { baseSentences } from './error-messages'

/** A call made with an API key. */
export interface KeyCall {
  /** Such as `events.list`. */
  name: string
  isInScope: boolean
}

/** Context of every call, whether by HTTP or from a page rendered on the server. */
export interface CallContext {
  caller: Caller | null
  requestId: string
  /** The IP address of the client, found with the proxy settings. */
  ip: string
  requestHeaders: Headers
  /** Sent with the response; append `set-cookie` here. */
  responseHeaders: Headers
  /**
   * Whether all signed-in people may open the members' area. If it is missing, only members may, so that a mistake
   * never grants access.
   */
  isMembersAreaOpen?: () => Promise<boolean>
  /**
   * Set for a request with an API key. Runs before every other check, and counts and records the call.
   * @throws INVALID_API_KEY (401) or TOO_MANY_REQUESTS (429)
   */
  authorizeKey?: (call: KeyCall) => Promise<void>
  /**
   * Refuses fields that the input doesn't have. True for /api/v1 only, because our own pages may be older than the
   * server.
   */
  refusesUnknownFields?: boolean
  /**
   * Returns the services that read the replica, for a call with `reads: 'replica'`; undefined if this request must
   * read the primary.
   */
  findReplica?: () => object | undefined
  /** Makes the next requests of this browser read the primary. */
  noteWrite?: () => void
  now: () => Date
  log: Logger
}

/** Returns the caller; throws UNAUTHORIZED (401) when no one is signed in. */
export function requireCaller(context: Pick<CallContext, 'caller'>): Caller {
  if (!context.caller) throw new ORPCError('UNAUTHORIZED', { message: baseSentences.UNAUTHORIZED })
  return context.caller
}
