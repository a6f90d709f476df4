/**
 * in           counted
 * again        the ticket, or everybody of the guest's party, is in already
 * let_in       again, and the door let them in all the same; not counted
 * wrong_event  a ticket of ours for another event
 * refunded, cancelled   the ticket went back, or the event is off
 * passed_on    the code stopped counting when the ticket went to somebody else
 * unknown      not a ticket of ours, or nothing to undo
 * not_yet, over   outside the window of the event (check-in-window.ts)
 * undone       taken back
 * too_late     to undo: ask the organizer or a manager
 */
export const CHECK_IN_WORDS = [
  'in',
  'again',
  'let_in',
  'wrong_event',
  'refunded',
  'cancelled',
  'passed_on',
  'unknown',
  'not_yet',
  'over',
  'undone',
  'too_late',
] as const
export type CheckInWord = (typeof CHECK_IN_WORDS)[number]

/** Acts in one message. */
export const MOST_AT_ONCE = 500
/** Whoever is only of the door takes back what is at most this old, in milliseconds. */
export const UNDO_WITHIN = 10 * 60_000

/** Times are milliseconds since the epoch. */
export interface CheckInEvent {
  state: 'on' | 'no_date' | 'cancelled'
  opensAt: number
  closesAt: number
}

/** Who comes in: a ticket has room for one, a guest for all of the party. */
export interface CheckInHolder {
  status: 'valid' | 'refunded' | 'cancelled'
  size: number
  /** How many of them are in. */
  inside: number
  /** The code was that of somebody who passed the ticket on. */
  isOldCode: boolean
}

export interface CheckInScan {
  at: number
  people: number
  letIn: boolean
}

/**
 * What a scan means: on the phone against its list, and so that the database answers the same (a test compares the two).
 * No holder: nothing of this event has that code. Only the server can say whether it is for another event.
 */
export function answerScan({
  event,
  holder,
  scan,
}: {
  event: CheckInEvent
  holder: CheckInHolder | undefined
  scan: CheckInScan
}): { word: CheckInWord; counted: number } {
  const refusal = refuse(event, holder, scan.at)
  if (refusal !== undefined || holder === undefined) return { word: refusal ?? 'unknown', counted: 0 }
  const counted = Math.min(scan.people, Math.max(0, holder.size - holder.inside))
  if (counted > 0) return { word: 'in', counted }
  return { word: scan.letIn ? 'let_in' : 'again', counted: 0 }
}

function refuse(event: CheckInEvent, holder: CheckInHolder | undefined, at: number): CheckInWord | undefined {
  if (holder === undefined) return 'unknown'
  if (holder.status !== 'valid') return holder.status
  if (holder.isOldCode) return 'passed_on'
  if (event.state === 'cancelled') return 'cancelled'
  if (event.state === 'no_date' || at < event.opensAt) return 'not_yet'
  return at > event.closesAt ? 'over' : undefined
}

/** Whether an act that was done at `at` may still be taken back at `now`; milliseconds. */
export function mayUndo(act: { at: number }, { now, always }: { now: number; always: boolean }): boolean {
  return always || now - act.at <= UNDO_WITHIN
}
