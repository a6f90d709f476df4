import { formatShort, formatShortDay } from '~/lib/time'
import { eventEnd } from './event-end'

/** Where an event stands against the clock. */
export type EventPhase = 'upcoming' | 'on' | 'over'

/** Times as ISO 8601 text. */
export function eventPhase(event: { startsAt: string; endsAt: string | null }, now: Date): EventPhase {
  if (now.getTime() <= Date.parse(event.startsAt)) return 'upcoming'
  return now < eventEnd(event) ? 'on' : 'over'
}

export const EVENT_STATUSES = ['published', 'postponed', 'cancelled'] as const
/** Of an event that people may see; drafts have no page. */
export type EventStatus = (typeof EVENT_STATUSES)[number]

interface Standing {
  status: EventStatus
  phase: EventPhase
  timezone: string
  statusWords: string
  /** The date that was on sale before the event was moved, ISO. */
  movedFrom: string | null
  isDateOpen: boolean
  /** ISO. */
  refundableUntil: string | null
}

/**
 * What stands above an event that does not simply take place, sentence by sentence, the organizer's own words last: nothing for one that
 * does.
 */
export function statusNotes(event: Standing, now: Date): string[] {
  const { status, statusWords, refundableUntil, timezone } = event
  const first = firstNote(event)
  if (first === undefined) return []
  const canGiveBack =
    status !== 'cancelled' && refundableUntil !== null && Date.parse(refundableUntil) > now.getTime()
  return [
    first,
    ...(canGiveBack ? [`Tickets can be given back until ${formatShort(refundableUntil, timezone)}.`] : []),
    ...(statusWords === '' ? [] : [statusWords]),
  ]
}

function firstNote({ status, phase, movedFrom, isDateOpen, timezone }: Standing): string | undefined {
  if (status === 'cancelled') return 'This event is cancelled.'
  if (status === 'postponed' && (isDateOpen || movedFrom === null))
    return 'This event is postponed. Its new date will stand here.'
  if (phase === 'over') return 'This event is over.'
  if (phase === 'on') return 'This event has started.'
  if (movedFrom !== null)
    return `This event has a new date. It was to be on ${formatShortDay(movedFrom, timezone)}.`
  return undefined
}
