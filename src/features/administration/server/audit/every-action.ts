import type { AuditAction } from '~/database/audit'
import { type ActionDescription, actionDescriptions } from '../../rules/action-descriptions'

/** Type check: does not compile if a recorded action has no description. */
export const everyAction: Readonly<Record<AuditAction, ActionDescription>> = actionDescriptions
