import type { AuditAction } from '~/database/audit'
import { type ActionWords, auditWords } from '../../rules/audit-word-list'

/** The same words, held to what is written down: an action without words does not compile here. */
export const everyAction: Readonly<Record<AuditAction, ActionWords>> = auditWords
