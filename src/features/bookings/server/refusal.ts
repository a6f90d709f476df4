import type { TermsProblem } from '../rules/check-terms'

/** The DJ plays elsewhere at that time; where and for whom is not told. */
export interface Taken {
  refused: 'TAKEN'
  djId: string
  startsAt: Date
  timezone: string
}
export type BadTerms = { refused: 'BAD_TERMS' } & TermsProblem
