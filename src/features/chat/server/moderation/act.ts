import { signedIn } from '~/platform/rpc/context'
import type { ChatContext } from '../context'

/** Who moderates, when and why: what every action writes down. */
export interface Act {
  actorId: string
  requestId: string
  now: Date
  why: string
  /** `R-120`, where a report led to it. */
  caseNumber?: string
}

export function actOf(context: Pick<ChatContext, 'caller' | 'now' | 'requestId'>, why: string): Act {
  return { actorId: signedIn(context).id, requestId: context.requestId, now: context.now(), why }
}

/** What each action keeps of the act, beside what is its own. */
export function recordOf({ why, caseNumber }: Act): { why: string; case?: string } {
  return { why, ...(caseNumber === undefined ? {} : { case: caseNumber }) }
}
