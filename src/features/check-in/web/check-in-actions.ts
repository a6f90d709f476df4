import type { CheckInAction, CheckInAnswer, CheckInGuest, CheckInTicket } from '../contract'
import type { CheckInResult } from '../rules/answer'

export interface QueuedAction {
  nonce: string
  kind: 'code' | 'ticket' | 'guest' | 'undo'
  /** Set for codes; the only field for a code that is not on this phone's list. */
  code?: string
  ticketId?: string
  guestId?: string
  of?: string
  people: number
  letIn: boolean
  /** By the check-in clock, milliseconds. */
  at: number
  door: string
  /** The result according to this phone's list. */
  word: CheckInResult
  counted: number
  /** The phone gave the answer itself and staff acted on it. */
  wasOffline: boolean
}

export interface ShownAnswer {
  nonce: string
  word: CheckInResult
  /** By the check-in clock, milliseconds. */
  at: number
  ticket: Pick<CheckInTicket, 'id' | 'number' | 'name' | 'type' | 'position' | 'count'> | null
  guest: Pick<CheckInGuest, 'id' | 'name' | 'guestOf' | 'size' | 'arrived'> | null
  counted: number
  since: CheckInAnswer['since']
  other: CheckInAnswer['other']
  refusedCount: number
  isLocal: boolean
}

export const isWelcome = (word: CheckInResult): boolean => word === 'in' || word === 'let_in'

/** The server refuses older actions. */
export const OLDEST_MS = 36 * 3_600_000

/** Returns the request for an action sent at `now`, by the check-in clock. */
export function toSend(act: QueuedAction, now: number): CheckInAction {
  const { nonce, kind, code, ticketId, guestId, of, people, letIn, wasOffline, word, at } = act
  return {
    nonce,
    kind,
    ...(kind === 'code' && { code }),
    ...(kind === 'ticket' && { ticketId }),
    ...(kind === 'guest' && { guestId }),
    ...(kind === 'undo' && { of }),
    people,
    letIn,
    ageMs: Math.min(OLDEST_MS, Math.max(0, Math.round(now - at))),
    wasOffline,
    wasAdmitted: isWelcome(word),
  }
}

export function shownOf(answer: CheckInAnswer, at: number): ShownAnswer {
  const { nonce, ticket, guest, counted, since, other, refusedCount } = answer
  return {
    nonce,
    word: answer.answer,
    at,
    ticket,
    guest,
    counted,
    since,
    other,
    refusedCount,
    isLocal: false,
  }
}

/** An action before it has a nonce and an answer. */
export type Draft = Pick<QueuedAction, 'kind' | 'people' | 'letIn'> &
  Partial<Pick<QueuedAction, 'code' | 'ticketId' | 'guestId' | 'of'>>

/** Returns how many actions are queued. Online, one that was just sent doesn't count yet. */
export function queuedOf(queue: readonly QueuedAction[], isOnline: boolean): number {
  return isOnline ? queue.filter(({ wasOffline }) => wasOffline).length : queue.length
}
