import { signedIn } from '~/platform/rpc/context'
import type { ChatContext } from '../context'
import { isModerator } from '../rooms/standing'

/** Who moderates, when and why: what every action writes down. */
export interface Act {
  actorId: string
  requestId: string
  now: Date
  why: string
  /** A moderator's word, which the admins of a room cannot undo. */
  isByModerator: boolean
  /** `R-120`, where a report led to it. */
  caseNumber?: string
}

export function actOf(context: Pick<ChatContext, 'caller' | 'now' | 'requestId'>, why: string): Act {
  const caller = signedIn(context)
  const isByModerator = isModerator(caller)
  return { actorId: caller.id, requestId: context.requestId, now: context.now(), why, isByModerator }
}

/** What each action keeps of the act, beside what is its own. */
export function recordOf({ why, caseNumber }: Act): { why: string; case?: string } {
  return { why, ...(caseNumber === undefined ? {} : { case: caseNumber }) }
}
