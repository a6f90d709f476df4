import type { ToldKind } from './change-kind'

interface ToldEvent {
  isDateOpen: boolean
  startsAt: string
}

interface Untold {
  was: ToldEvent
  now: ToldEvent
  toldToday: number
  /** When another email is possible; null: now. */
  tellAt: Date | null
}

/** The daily limit of emails to ticket holders about changes of one event. */
export const TOLD_A_DAY = 3

/**
 * Returns whether a notification has to wait and include later changes. Cancellations never wait. One email beyond the
 * limit is allowed when the event, at its old or new date, starts before the next regular one, so that ticket holders
 * don't arrive on the wrong date.
 */
export function mustWait({ was, now, toldToday, tellAt }: Untold, kind: ToldKind, at: Date): boolean {
  if (kind === 'cancelled' || tellAt === null) return false
  const isSoon = [was, now].some(({ isDateOpen, startsAt }) => {
    const start = Date.parse(startsAt)
    return !isDateOpen && start > at.getTime() && start < tellAt.getTime()
  })
  return toldToday > TOLD_A_DAY || !isSoon
}
