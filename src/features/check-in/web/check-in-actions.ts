import type { CheckInAction, CheckInResult, CheckInGuest, CheckInTicket } from '../contract'
import type { CheckInOutcome } from '../rules/decide-scan'

export interface QueuedAction {
  nonce: string
  kind: 'code' | 'ticket' | 'guest' | 'undo'
  /** The scanned code. If it is not on this phone's list, neither `ticketId` nor `guestId` is set. */
  code?: string
  ticketId?: string
  guestId?: string
  undoneNonce?: string
  people: number
  admitAnyway: boolean
  /** When staff did this action: milliseconds since the epoch, by the check-in clock. */
  at: number
  entrance: string
  /** The result according to this phone's list. */
  outcome: CheckInOutcome
  counted: number
  /** The phone decided the result itself and staff acted on it. */
  wasOffline: boolean
}

export interface ShownResult {
  nonce: string
  outcome: CheckInOutcome
  /** When staff did the action: milliseconds since the epoch, by the check-in clock. */
  at: number
  ticket: Pick<CheckInTicket, 'id' | 'number' | 'name' | 'type' | 'position' | 'count'> | null
  guest: Pick<CheckInGuest, 'id' | 'name' | 'guestOf' | 'size' | 'arrived'> | null
  counted: number
  since: CheckInResult['since']
  other: CheckInResult['otherEvent']
  refusedCount: number
  isLocal: boolean
}

export const isWelcome = (outcome: CheckInOutcome): boolean =>
  outcome === 'checked_in' || outcome === 'admitted'

/** The maximum age of an action in milliseconds. The server refuses older ones. */
export const OLDEST_MS = 36 * 3_600_000

/** Returns the request for an action sent at `now`, by the check-in clock. */
export function toCheckInAction(act: QueuedAction, now: number): CheckInAction {
  const { nonce, kind, code, ticketId, guestId, undoneNonce, people, admitAnyway, wasOffline, outcome, at } =
    act
  return {
    nonce,
    kind,
    ...(kind === 'code' && { code }),
    ...(kind === 'ticket' && { ticketId }),
    ...(kind === 'guest' && { guestId }),
    ...(kind === 'undo' && { undoneNonce }),
    people,
    admitAnyway,
    ageMs: Math.min(OLDEST_MS, Math.max(0, Math.round(now - at))),
    wasOffline,
    wasAdmitted: isWelcome(outcome),
  }
}

export function toShownResult(result: CheckInResult, at: number): ShownResult {
  const { nonce, ticket, guest, counted, since, otherEvent: other, refusedCount } = result
  return {
    nonce,
    outcome: result.outcome,
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

/** An action before it has a nonce and a result. */
export type Draft = Pick<QueuedAction, 'kind' | 'people' | 'admitAnyway'> &
  Partial<Pick<QueuedAction, 'code' | 'ticketId' | 'guestId' | 'undoneNonce'>>

/**
 * Returns how many actions are queued. Online, only those that the phone decided itself count: the others are just
 * being sent.
 */
export function countQueued(queue: readonly QueuedAction[], isOnline: boolean): number {
  return isOnline ? queue.filter(({ wasOffline }) => wasOffline).length : queue.length
}
