import type { Decision } from './chat-limits'

/** What a case is about, as far as what can be decided hangs on it. */
export interface CaseSubject {
  /** The message that was reported: still there, or deleted since. Null when the report is about a person. */
  message: 'there' | 'gone' | null
  /** Their account is still there, and nobody protects them. */
  mayBeSilenced: boolean
  /** A room that one can be banned from: not a conversation of two. */
  hasRoom: boolean
}

/** In the order in which it is offered. */
export function decisionsFor({ message, mayBeSilenced, hasRoom }: CaseSubject): Decision[] {
  const isThere = message === 'there'
  return [
    'nothing',
    ...(isThere ? (['hide'] as const) : []),
    ...(mayBeSilenced ? ([isThere ? 'hide_and_mute' : 'mute'] as const) : []),
    ...(mayBeSilenced && hasRoom ? (['ban'] as const) : []),
  ]
}

export interface CaseState {
  isDecided: boolean
  isPassedToAdmin: boolean
  takenBy: string | null
}

/** Returns why this person may not continue with a case, or null. Two never work on one without knowing. */
export function findCaseRefusal(
  { isDecided, isPassedToAdmin, takenBy }: CaseState,
  by: { id: string; isAdmin: boolean },
): 'DECIDED' | 'FOR_ADMINS' | 'TAKEN' | null {
  if (isDecided) return 'DECIDED'
  if (isPassedToAdmin && !by.isAdmin) return 'FOR_ADMINS'
  return takenBy === null || takenBy === by.id ? null : 'TAKEN'
}

/** `R-120` */
export function caseNumber(number: number): string {
  return `R-${number}`
}
