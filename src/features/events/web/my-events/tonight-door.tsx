import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { Note } from '~/design/note'
import { useNow } from '~/design/use-now'
import { formatClock, isoDay } from '~/lib/time'
import type { MyEvent } from '../../contract-desk-shapes'
import { myEventsQuery } from './my-events-queries'
import './tonight-door.css'

const HOUR = 3_600_000
/** By the clock of the place: what starts before it belongs to the night before. */
const DAWN = '06:00'

/** The way to the doors that the reader works tonight or tomorrow; nothing for most people, and on most days. */
export function TonightDoor() {
  const { data, dataUpdatedAt } = useInfiniteQuery(myEventsQuery())
  // The server's page says the same as the first one here.
  const now = useNow() ?? dataUpdatedAt
  const nights = data?.pages.flatMap(({ upcoming }) => upcoming) ?? []
  return nights.map((night) => {
    const when = whenOf(night, now)
    return (
      when && (
        <Note key={night.id} icon={ScanLine} className="tonight-door">
          {when} at the door:{' '}
          <Link className="link" to="/dashboard/events/$id/door" params={{ id: night.id }}>
            {night.title}
          </Link>
        </Note>
      )
    )
  })
}

/** What is over is not among what is to come, so one that has begun is on. */
function whenOf(
  { acts, status, isDateOpen, startsAt, timezone }: MyEvent,
  now: number,
): 'Tonight' | 'Tomorrow' | undefined {
  if (!acts.includes('door') || status !== 'published' || isDateOpen) return undefined
  const ahead = Date.parse(startsAt) - now
  if (ahead > 24 * HOUR) return undefined
  const isToday = isoDay(startsAt, timezone) === isoDay(new Date(now).toISOString(), timezone)
  // Half past midnight is tonight for whoever gets ready in the evening; ten in the morning is not.
  const isSmallHours = formatClock(startsAt, timezone) < DAWN
  return isToday || (isSmallHours && ahead <= 12 * HOUR) ? 'Tonight' : 'Tomorrow'
}
