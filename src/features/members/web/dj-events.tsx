import { ArrowRight } from 'lucide-react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { formatClock, formatShortDate, formatShortDay } from '~/lib/time'
import type { UpcomingEvent } from '../contract-shapes'

type DjEventsProps = {
  title: string
  events: readonly UpcomingEvent[]
  /** What stands there without any. */
  empty?: string
  /** Years count and hours do not. */
  isPast?: boolean
}

export function DjEvents({ title, events, empty, isPast = false }: DjEventsProps) {
  return (
    <section>
      <h2 className="t2">{title}</h2>
      {events.length === 0 && <p className="m2">{empty}</p>}
      {events.map((event) => {
        const day = formatShortDay(event.startsAt, event.timezone)
        const date = formatShortDate(event.startsAt, event.timezone)
        return (
          <article className="er" key={event.id}>
            <Flyer title={event.title} imageUrl={event.imageUrl} />
            <time className="dt b" dateTime={event.startsAt}>
              {day}
              <br />
              <span className="m3">
                {isPast ? date.slice(day.length + 1) : formatClock(event.startsAt, event.timezone)}
              </span>
            </time>
            <div>
              <h3 className="t3">{event.title}</h3>
              <p className="small m2">
                <span className="only-m-i">{isPast ? date : day}, </span>
                {event.venueName}, {event.location}
              </p>
            </div>
            <a className="go small" href={`/events/${event.id}`} aria-label={`View Details, ${event.title}`}>
              View Details <Icon of={ArrowRight} />
            </a>
          </article>
        )
      })}
    </section>
  )
}
