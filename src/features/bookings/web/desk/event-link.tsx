import { formatShortDay } from '~/lib/time'
import type { BookedEvent } from '../../contract-shapes'

const states: Record<BookedEvent['status'], string> = {
  draft: 'Not published',
  published: '',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
}

/** The event that a booking is for, with a link for the people who can open it. */
export function EventLink({ event }: { event: BookedEvent }) {
  const { id, title, status, canEdit, hasPage } = event
  const href = canEdit ? `/dashboard/events/${id}/edit` : hasPage ? `/events/${id}` : undefined
  const date = event.isDateOpen ? 'Date to be announced' : formatShortDay(event.startsAt, event.timezone)
  return (
    <p className="small bk-event">
      Event: {href === undefined ? <b className="b">{title}</b> : <a href={href}>{title}</a>},{' '}
      {[date, states[status]].filter((words) => words !== '').join(' · ')}
    </p>
  )
}
