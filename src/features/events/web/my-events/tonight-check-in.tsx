import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { Note } from '~/design/note'
import { useNow } from '~/design/use-now'
import { formatClock, formatIsoDay } from '~/lib/time'
import type { MyEvent } from '../../contract-dashboard-shapes'
import { myEventsQuery } from './my-events-queries'
import styles from './my-events.module.css'

const HOUR = 3_600_000
/** Local time: an event that starts earlier belongs to the evening before. */
const DAWN = '06:00'

/** Links to the check-in of events where the user works tonight or tomorrow; renders nothing for most people. */
export function TonightCheckIn() {
  const { data, dataUpdatedAt } = useInfiniteQuery(myEventsQuery())
  // The first render must match that of the server.
  const now = useNow() ?? dataUpdatedAt
  const events = data?.pages.flatMap(({ upcoming }) => upcoming) ?? []
  return events.map((event) => {
    const day = findDayLabel(event, now)
    return (
      day && (
        <Note key={event.id} icon={ScanLine} className={styles.checkInLink}>
          {day} at check-in:{' '}
          <Link className="link" to="/dashboard/events/$id/check-in" params={{ id: event.id }}>
            {event.title}
          </Link>
        </Note>
      )
    )
  })
}

/** Returns the label of an event's day. Upcoming events are not over, so an event that has started is still on. */
function findDayLabel(
  { actions: acts, status, isDateOpen, startsAt, timezone }: MyEvent,
  now: number,
): 'Tonight' | 'Tomorrow' | undefined {
  if (!acts.includes('check_in') || status !== 'published' || isDateOpen) return undefined
  const ahead = Date.parse(startsAt) - now
  if (ahead > 24 * HOUR) return undefined
  const isToday = formatIsoDay(startsAt, timezone) === formatIsoDay(new Date(now).toISOString(), timezone)
  // 00:30 still counts as tonight for people who get ready in the evening; 10:00 does not.
  const isSmallHours = formatClock(startsAt, timezone) < DAWN
  return isToday || (isSmallHours && ahead <= 12 * HOUR) ? 'Tonight' : 'Tomorrow'
}
