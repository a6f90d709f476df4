import { CalendarClock, CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Note } from '~/design/note'
import { formatClock, formatDay } from '~/lib/time'
import type { EventOfOrder } from '../contract'

/**
 * Shows ticket holders that their event was cancelled, postponed or moved, with the organizer's reason; nothing
 * otherwise.
 */
export function EventNote(props: {
  event: EventOfOrder
  className?: string | undefined
  children?: ReactNode
}) {
  const { event, className, children } = props
  const state = describeState(event)
  if (state === undefined) return null
  return (
    <Note
      tone="orange"
      icon={event.eventStatus === 'cancelled' ? CalendarX : CalendarClock}
      className={className}
    >
      <b className="bold">{state}</b>
      {event.statusMessage !== '' && <p>{event.statusMessage}</p>}
      {children}
    </Note>
  )
}

function describeState({
  eventStatus,
  isDateOpen,
  eventDate,
  movedFrom,
  timezone,
}: EventOfOrder): string | undefined {
  if (eventStatus === 'cancelled') return 'Canceled. Unused tickets are refunded automatically.'
  if (eventStatus === 'postponed' && isDateOpen) return 'Postponed. The new date is not set yet.'
  if (movedFrom === null) return undefined
  return `Moved to ${formatDay(eventDate, timezone)}, ${formatClock(eventDate, timezone)}. It was ${formatDay(movedFrom, timezone)}.`
}

/** Returns until when tickets of this event can be refunded; undefined when they can't. */
export function formatRefundDeadline(event: EventOfOrder, now: number): string | undefined {
  const { eventStatus, refundableUntil, timezone } = event
  if (eventStatus !== 'postponed' && eventStatus !== 'published') return undefined
  if (refundableUntil === null || Date.parse(refundableUntil) <= now) return undefined
  return `${formatDay(refundableUntil, timezone)}, ${formatClock(refundableUntil, timezone)}`
}
