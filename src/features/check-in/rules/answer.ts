/**
 * in counted again the ticket, or the guest's full party, is already checked in let_in already checked in, but the
 * staff admitted them anyway; not counted wrong_event a ticket for another event of this site refunded, cancelled the
 * ticket was refunded, or the event was cancelled passed_on the code became invalid when the ticket was transferred
 * unknown not a ticket of this site, or nothing to undo not_yet, over outside the event's check-in window
 * (check-in-window.ts) undone the check-in was undone too_late too late to undo: ask the organizer or a manager
 */
export const CHECK_IN_RESULTS = [
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
export type CheckInResult = (typeof CHECK_IN_RESULTS)[number]

/** Maximum number of actions per request. */
export const MOST_AT_ONCE = 500
/** How long check-in staff can undo a scan, in milliseconds. Organizers and managers have no limit. */
export const UNDO_WITHIN = 10 * 60_000

/** Times are milliseconds since the epoch. */
export interface CheckInEvent {
  state: 'on' | 'no_date' | 'cancelled'
  opensAt: number
  closesAt: number
}

/** A ticket admits one person, a guest their full party. */
export interface CheckInHolder {
  status: 'valid' | 'refunded' | 'cancelled'
  size: number
  inside: number
  /** The code belongs to a previous holder who transferred the ticket. */
  isOldCode: boolean
}

export interface CheckInScan {
  at: number
  people: number
  letIn: boolean
}

/**
 * Returns the result of a scan: used by the phone with its list, and matched by the database function (a test compares
 * the two). No holder: the code belongs to no ticket of this event; only the server knows if it is for another one.
 */
export function answerScan({
  event,
  holder,
  scan,
}: {
  event: CheckInEvent
  holder: CheckInHolder | undefined
  scan: CheckInScan
}): { word: CheckInResult; counted: number } {
  const refusal = refuse(event, holder, scan.at)
  if (refusal !== undefined || holder === undefined) return { word: refusal ?? 'unknown', counted: 0 }
  const counted = Math.min(scan.people, Math.max(0, holder.size - holder.inside))
  if (counted > 0) return { word: 'in', counted }
  return { word: scan.letIn ? 'let_in' : 'again', counted: 0 }
}

function refuse(
  event: CheckInEvent,
  holder: CheckInHolder | undefined,
  at: number,
): CheckInResult | undefined {
  if (holder === undefined) return 'unknown'
  if (holder.status !== 'valid') return holder.status
  if (holder.isOldCode) return 'passed_on'
  if (event.state === 'cancelled') return 'cancelled'
  if (event.state === 'no_date' || at < event.opensAt) return 'not_yet'
  return at > event.closesAt ? 'over' : undefined
}

/** Returns whether an action done at `at` may still be undone at `now`; milliseconds. */
export function mayUndo(act: { at: number }, { now, always }: { now: number; always: boolean }): boolean {
  return always || now - act.at <= UNDO_WITHIN
}
