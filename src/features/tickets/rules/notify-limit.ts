import type { ToldKind } from './change-kind'

interface ToldEvent {
  isDateOpen: boolean
  /** ISO 8601. */
  startsAt: string
}

interface Untold {
  was: ToldEvent
  now: ToldEvent
  /** Emails of the last day. */
  toldToday: number
  /** When there is room for another; null while there is. */
  tellAt: Date | null
}

/** Emails of another date or place that an event writes to its holders in a day. */
export const TOLD_A_DAY = 3

/**
 * Whether holders hear of a change later, together with what comes until then. Not of a cancellation, and once more where the event that
 * they know of, or the one that is now, would have begun by then: nobody stands before a closed door for having been told too often.
 */
export function mustWait({ was, now, toldToday, tellAt }: Untold, kind: ToldKind, at: Date): boolean {
  if (kind === 'cancelled' || tellAt === null) return false
  const isSoon = [was, now].some(({ isDateOpen, startsAt }) => {
    const start = Date.parse(startsAt)
    return !isDateOpen && start > at.getTime() && start < tellAt.getTime()
  })
  return toldToday > TOLD_A_DAY || !isSoon
}
