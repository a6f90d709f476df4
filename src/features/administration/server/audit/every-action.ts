import type { AuditAction } from '~/database/audit'
import { type ActionWords, auditWords } from '../../rules/audit-word-list'

/** Type check: does not compile if a recorded action has no description. */
export const everyAction: Readonly<Record<AuditAction, ActionWords>> = auditWords
