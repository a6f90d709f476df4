import type { SchemaIssue } from '@orpc/contract'

export interface FieldProblem {
  /** Dotted path in the input, such as `tickets.0.quantity`; empty when the whole input is wrong. */
  path: string
  message: string
}

/** An answer names at most this many problems: a body can hold 100,000 of them. */
export const MOST_PROBLEMS = 20
const LONGEST_PATH = 200

/** Lists the first problems that validation found, in a form that people and forms can use. */
export function fieldProblemsOf(issues: readonly SchemaIssue[]): FieldProblem[] {
  return issues.slice(0, MOST_PROBLEMS).map((issue) => ({
    path: pathOf((issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))),
    message: issue.message,
  }))
}

export function pathOf(parts: readonly string[]): string {
  return parts.join('.').slice(0, LONGEST_PATH)
}
