import type { TermsProblem } from '../rules/check-terms'

/** The DJ plays elsewhere at that time; where and for whom is not told. */
export interface Taken {
  refused: 'TAKEN'
  djId: string
  startsAt: Date
  timezone: string
}
export type BadTerms = { refused: 'BAD_TERMS' } & TermsProblem

/** A booking as its client gets to know it. */
export interface Requested {
  id: string
  number: string
}
/** The key of this request is that of another one, which is named. */
export type SentBefore = { refused: 'SENT_BEFORE'; sent: Requested }
