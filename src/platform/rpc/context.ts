import { ORPCError } from '@orpc/client'
import type { Logger } from '~/platform/log/log'
import type { MembersArea } from './access'
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
  /**
   * Who may open the members' area, as it stands; asked only where that decides. Where nobody says, it is for members only:
   * what forgot to fill this in shuts somebody out, and lets nobody in.
   */
  membersArea?: () => Promise<MembersArea>
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
