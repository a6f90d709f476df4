import type { Decision } from './chat-limits'

/** The facts about a case's subject that decide which decisions are possible. */
export interface CaseSubject {
  /** The reported message: still there, or deleted since. Null if the report is about a person. */
  message: 'there' | 'gone' | null
  /** The account of the reported person exists and is not protected. */
  canBeRestricted: boolean
  hasRoom: boolean
}

export function listDecisions({ message, canBeRestricted, hasRoom }: CaseSubject): Decision[] {
  const isThere = message === 'there'
  return [
    'nothing',
    ...(isThere ? (['hide'] as const) : []),
    ...(canBeRestricted ? ([isThere ? 'hide_and_mute' : 'mute'] as const) : []),
    ...(canBeRestricted && hasRoom ? (['ban'] as const) : []),
  ]
}

export interface CaseState {
  isDecided: boolean
  isPassedToAdmin: boolean
  takenBy: string | null
}

/**
 * Returns why this person may not continue with a case, or null. Prevents two moderators from unknowingly working on
 * the same case.
 */
export function findCaseError(
  { isDecided, isPassedToAdmin, takenBy }: CaseState,
  by: { id: string; isAdmin: boolean },
): 'DECIDED' | 'FOR_ADMINS' | 'TAKEN' | null {
  if (isDecided) return 'DECIDED'
  if (isPassedToAdmin && !by.isAdmin) return 'FOR_ADMINS'
  return takenBy === null || takenBy === by.id ? null : 'TAKEN'
}

/** Formats a case number: `R-120`. */
export function formatCaseNumber(number: number): string {
  return `R-${number}`
}
