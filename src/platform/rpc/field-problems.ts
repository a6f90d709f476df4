import type { SchemaIssue } from '@orpc/contract'

export interface FieldProblem {
  /** Dotted path in the input, such as `tickets.0.quantity`; empty when the whole input is wrong. */
  path: string
  message: string
}

/** What validation found, as people and forms can use it. */
export function fieldProblemsOf(issues: readonly SchemaIssue[]): FieldProblem[] {
  return issues.map((issue) => ({
    path: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message: issue.message,
  }))
}
