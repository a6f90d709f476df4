import type { TermsProblem } from '../rules/check-terms'

/** The DJ is booked at that time; the place and the client stay private. */
export interface Taken {
  refused: 'TAKEN'
  djId: string
  startsAt: Date
  timezone: string
}
export type BadTerms = { refused: 'BAD_TERMS' } & TermsProblem

export interface Requested {
  id: string
  number: string
}
/** The key of this request belongs to another request, which is returned. */
export type KeyReused = { refused: 'SENT_BEFORE'; sent: Requested }
