import type { Decision } from '../../rules/chat-limits'
import type { MuteChoice } from './words'

/** What a moderator chose and wrote about a case so far; kept while they look at another one. */
export type DecisionDraft = { decision: Decision | undefined; mute: MuteChoice; why: string }

export const emptyDraft: DecisionDraft = { decision: undefined, mute: '1440', why: '' }

export function isMuting(decision: Decision | undefined): boolean {
  return decision === 'mute' || decision === 'hide_and_mute'
}
