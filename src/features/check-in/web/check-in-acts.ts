import type { CheckInAct, CheckInAnswer, CheckInGuest, CheckInTicket } from '../contract'
import type { CheckInWord } from '../rules/answer'

/** What this phone did and the server has not confirmed; kept until it has. */
export interface QueuedAct {
  nonce: string
  kind: 'code' | 'ticket' | 'guest' | 'undo'
  /** Of a code that is in no list here, nothing else is known. */
  code?: string
  ticketId?: string
  guestId?: string
  /** The nonce that is taken back. */
  of?: string
  people: number
  letIn: boolean
  /** By the door's clock, milliseconds. */
  at: number
  door: string
  /** What this phone's list said. */
  word: CheckInWord
  counted: number
  /** The phone answered by itself, and people acted on it. */
  wasOffline: boolean
}

/** An answer as it is shown, whoever gave it. */
export interface ShownAnswer {
  nonce: string
  word: CheckInWord
  /** When, in milliseconds by the door's clock. */
  at: number
  ticket: Pick<CheckInTicket, 'id' | 'number' | 'name' | 'type' | 'position' | 'count'> | null
  guest: Pick<CheckInGuest, 'id' | 'name' | 'guestOf' | 'size' | 'arrived'> | null
  counted: number
  since: CheckInAnswer['since']
  other: CheckInAnswer['other']
  turnedAway: number
  /** From the list on this phone. */
  isLocal: boolean
}

export const isWelcome = (word: CheckInWord): boolean => word === 'in' || word === 'let_in'

/** The server takes nothing older. */
export const OLDEST_MS = 36 * 3_600_000

/** As it is sent at `now`, by the door's clock. */
export function toSend(act: QueuedAct, now: number): CheckInAct {
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
    wasLetIn: isWelcome(word),
  }
}

export function shownOf(answer: CheckInAnswer, at: number): ShownAnswer {
  const { nonce, ticket, guest, counted, since, other, turnedAway } = answer
  return { nonce, word: answer.answer, at, ticket, guest, counted, since, other, turnedAway, isLocal: false }
}

/** An act before it has a nonce and an answer. */
export type Draft = Pick<QueuedAct, 'kind' | 'people' | 'letIn'> &
  Partial<Pick<QueuedAct, 'code' | 'ticketId' | 'guestId' | 'of'>>

/** How many wait: online, what was asked a moment ago does not yet. */
export function queuedOf(queue: readonly QueuedAct[], isOnline: boolean): number {
  return isOnline ? queue.filter(({ wasOffline }) => wasOffline).length : queue.length
}
