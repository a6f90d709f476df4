import type { SchemaIssue } from '@orpc/contract'

export interface FieldProblem {
  /** Dotted path in the input, such as `tickets.0.quantity`; empty if the whole input is invalid. */
  path: string
  message: string
}

/** Maximum number of problems in a response, because a body can contain 100,000. */
export const MAX_PROBLEMS = 20
const MAX_PATH_LENGTH = 200

export function toFieldProblems(issues: readonly SchemaIssue[]): FieldProblem[] {
  return issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    path: toPath((issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))),
    message: issue.message,
  }))
}

export function toPath(parts: readonly string[]): string {
  return parts.join('.').slice(0, MAX_PATH_LENGTH)
}
