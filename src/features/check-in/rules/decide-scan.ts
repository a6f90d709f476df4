/**
 * - `checked_in`: the check-in counts.
 * - `duplicate`: the ticket, or the guest's full party, is already checked in.
 * - `admitted`: a duplicate that staff admitted anyway, not counted.
 * - `wrong_event`: a ticket for another event of this site.
 * - `refunded`, `cancelled`: the ticket was refunded, or the event was canceled.
 * - `transferred`: the code became invalid when the ticket was transferred.
 * - `unknown`: not a ticket of this site, or no check-in to undo.
 * - `not_yet`, `over`: outside the check-in window (check-in-window.ts).
 * - `undone`: the check-in was undone.
 * - `too_late`: check-in staff can no longer undo it, but the organizer or a manager can.
 */
export const CHECK_IN_OUTCOMES = [
  'checked_in',
  'duplicate',
  'admitted',
  'wrong_event',
  'refunded',
  'cancelled',
  'transferred',
  'unknown',
  'not_yet',
  'over',
  'undone',
  'too_late',
] as const
export type CheckInOutcome = (typeof CHECK_IN_OUTCOMES)[number]

/** Maximum number of actions per request. */
export const MAX_ACTIONS = 500
/** How long check-in staff can undo a scan, in milliseconds. Organizers and managers have no limit. */
export const UNDO_WITHIN_MS = 10 * 60_000

/** Times are milliseconds since the epoch. */
export interface CheckInEvent {
  state: 'on' | 'no_date' | 'cancelled'
  opensAt: number
  closesAt: number
}

/** A ticket, which admits one person, or a guest, who admits their full party of `size` people. */
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
  admitAnyway: boolean
}

/**
 * Returns the result of a scan. The phone uses it with its own list, and the database function matches it (a test
 * compares the two). `holder` is undefined if the code belongs to no ticket of this event; only the server knows
 * whether it belongs to a ticket of another event.
 */
export function decideScan({
  event,
  holder,
  scan,
}: {
  event: CheckInEvent
  holder: CheckInHolder | undefined
  scan: CheckInScan
}): { outcome: CheckInOutcome; counted: number } {
  const refusedOutcome = findRefusedOutcome(event, holder, scan.at)
  if (refusedOutcome !== undefined || holder === undefined)
    return { outcome: refusedOutcome ?? 'unknown', counted: 0 }
  const counted = Math.min(scan.people, Math.max(0, holder.size - holder.inside))
  if (counted > 0) return { outcome: 'checked_in', counted }
  return { outcome: scan.admitAnyway ? 'admitted' : 'duplicate', counted: 0 }
}

function findRefusedOutcome(
  event: CheckInEvent,
  holder: CheckInHolder | undefined,
  at: number,
): CheckInOutcome | undefined {
  if (holder === undefined) return 'unknown'
  if (holder.status !== 'valid') return holder.status
  if (holder.isOldCode) return 'transferred'
  if (event.state === 'cancelled') return 'cancelled'
  if (event.state === 'no_date' || at < event.opensAt) return 'not_yet'
  return at > event.closesAt ? 'over' : undefined
}

/** Returns whether a check-in made at `at` may still be undone at `now`; both in milliseconds. */
export function canUndo(act: { at: number }, { now, always }: { now: number; always: boolean }): boolean {
  return always || now - act.at <= UNDO_WITHIN_MS
}
