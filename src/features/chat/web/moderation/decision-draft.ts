import type { Decision } from '../../rules/chat-limits'
import type { MuteChoice } from './moderation-labels'

/** A moderator's unsent choices for a case, stored while they view another one. */
export type DecisionDraft = { decision: Decision | undefined; mute: MuteChoice; reason: string }

export const emptyDraft: DecisionDraft = { decision: undefined, mute: '1440', reason: '' }

export function isMuting(decision: Decision | undefined): boolean {
  return decision === 'mute' || decision === 'hide_and_mute'
}
