import type { RequirementKind } from './requirement'
import type { ProviderKind } from './requirement-text'

export const PAYEE_PROBLEM_STATUSES = ['not_connected', 'in_progress', 'restricted'] as const

/** Why a person can't be paid out. */
export interface PayeeProblem {
  provider: ProviderKind
  status: (typeof PAYEE_PROBLEM_STATUSES)[number]
  /** The most urgent item that the provider needs, if it reported one. */
  requirement: RequirementKind | null
}
