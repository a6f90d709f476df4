import { ArrowRight } from 'lucide-react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatClock, formatShortDate, formatShortDay } from '~/lib/time'
import type { UpcomingEvent } from '../contract-shapes'

type DjEventsProps = {
  title: string
  events: readonly UpcomingEvent[]
  empty?: string
  isPast?: boolean
}

export function DjEvents({ title, events, empty, isPast = false }: DjEventsProps) {
  const withZone = useZoneSuffix()
  return (
    <section>
      <h2 className="title-2">{title}</h2>
      {events.length === 0 && <p className="muted">{empty}</p>}
      {events.map((event) => {
        const place = `${event.venueName}, ${event.location}`
        const day = formatShortDay(event.startsAt, event.timezone)
        const date = formatShortDate(event.startsAt, event.timezone)
        return (
          <article className="event-row" key={event.id}>
            <Flyer title={event.title} imageUrl={event.imageUrl} />
            <time className="bold" dateTime={event.startsAt}>
              {day}
              <br />
              <span className="faint">
                {isPast ? date.slice(day.length + 1) : formatClock(event.startsAt, event.timezone)}
              </span>
            </time>
            <div>
              <h3 className="title-3">{event.title}</h3>
              <p className="small muted">
                <span className="phone-only-inline">{isPast ? date : day}, </span>
                {isPast ? place : withZone(place, event.startsAt, event.timezone)}
              </p>
            </div>
            <a
              className="arrow-link small"
              href={`/events/${event.id}`}
              aria-label={`View Details, ${event.title}`}
            >
              View Details <Icon of={ArrowRight} />
            </a>
          </article>
        )
      })}
    </section>
  )
}
