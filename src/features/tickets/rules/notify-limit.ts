import type { EventChangeKind } from './event-change-kind'

interface NotifiedEvent {
  isDateOpen: boolean
  startsAt: string
}

interface PendingChange {
  was: NotifiedEvent
  now: NotifiedEvent
  notificationsToday: number
  /** When the daily limit allows another email; null: now. */
  notifyAt: Date | null
}

/** The daily limit of emails to ticket holders about changes of one event. */
export const NOTIFICATIONS_PER_DAY = 3

/**
 * Returns whether a notification has to wait and include later changes. Cancellations never wait. One email beyond the
 * limit is allowed when the event, at its old or new date, starts before the next regular one, so that ticket holders
 * don't arrive on the wrong date.
 */
export function hasToWait(
  { was, now, notificationsToday, notifyAt }: PendingChange,
  kind: EventChangeKind,
  at: Date,
): boolean {
  if (kind === 'cancelled' || notifyAt === null) return false
  const isSoon = [was, now].some(({ isDateOpen, startsAt }) => {
    const start = Date.parse(startsAt)
    return !isDateOpen && start > at.getTime() && start < notifyAt.getTime()
  })
  return notificationsToday > NOTIFICATIONS_PER_DAY || !isSoon
}
