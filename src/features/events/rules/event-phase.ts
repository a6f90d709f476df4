import { formatShort, formatShortDay } from '~/lib/time'
import { getEventEnd } from './event-end'

/** State of an event relative to the current time. */
export type EventPhase = 'upcoming' | 'on' | 'over'

/** Returns the phase of an event; times as ISO 8601. */
export function getEventPhase(event: { startsAt: string; endsAt: string | null }, now: Date): EventPhase {
  if (now.getTime() <= Date.parse(event.startsAt)) return 'upcoming'
  return now < getEventEnd(event) ? 'on' : 'over'
}

export const EVENT_STATUSES = ['published', 'postponed', 'cancelled'] as const
/** Statuses of a visible event; drafts have no page. */
export type EventStatus = (typeof EVENT_STATUSES)[number]

interface EventState {
  status: EventStatus
  phase: EventPhase
  timezone: string
  statusMessage: string
  /** The date before the event was moved, ISO. */
  movedFrom: string | null
  isDateOpen: boolean
  /** ISO. */
  refundableUntil: string | null
}

/**
 * Returns the notes above an event that is cancelled, postponed, moved, on or over, one sentence each, with the
 * organizer's reason last; empty for other events.
 */
export function listStatusNotes(event: EventState, now: Date): string[] {
  const { status, statusMessage, refundableUntil, timezone } = event
  const first = describeStatus(event)
  if (first === undefined) return []
  const canRefund =
    status !== 'cancelled' && refundableUntil !== null && Date.parse(refundableUntil) > now.getTime()
  return [
    first,
    ...(canRefund ? [`Tickets can be refunded until ${formatShort(refundableUntil, timezone)}.`] : []),
    ...(statusMessage === '' ? [] : [statusMessage]),
  ]
}

function describeStatus({ status, phase, movedFrom, isDateOpen, timezone }: EventState): string | undefined {
  if (status === 'cancelled') return 'This event is canceled.'
  if (status === 'postponed' && (isDateOpen || movedFrom === null))
    return 'This event is postponed. The new date will appear here.'
  if (phase === 'over') return 'This event is over.'
  if (phase === 'on') return 'This event has started.'
  if (movedFrom !== null)
    return `This event has a new date. It was planned for ${formatShortDay(movedFrom, timezone)}.`
  return undefined
}
