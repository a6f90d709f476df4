import { requireCaller } from '~/platform/rpc/context'
import type { ChatContext } from '../context'
import { isModerator } from '../rooms/visible-room'

export interface Act {
  actorId: string
  requestId: string
  now: Date
  reason: string
  /** True if a site moderator acts; room admins can't undo the action. */
  isByModerator: boolean
  /** The number of the report that led to the action, such as `R-120`. */
  caseNumber?: string
}

export function toModerationAction(
  context: Pick<ChatContext, 'caller' | 'now' | 'requestId'>,
  reason: string,
): Act {
  const caller = requireCaller(context)
  const isByModerator = isModerator(caller)
  return { actorId: caller.id, requestId: context.requestId, now: context.now(), reason, isByModerator }
}

/** Returns the audit details common to all actions. */
export function toAuditDetails({ reason, caseNumber }: Act): { reason: string; case?: string } {
  return { reason, ...(caseNumber === undefined ? {} : { case: caseNumber }) }
}
