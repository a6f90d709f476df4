import { ArrowRight } from 'lucide-react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { formatClock, formatShortDay } from '~/lib/time'
import type { UpcomingEvent } from '../contract-shapes'

export function DjEvents({ events }: { events: readonly UpcomingEvent[] }) {
  return (
    <section>
      <h2 className="t2">Upcoming Events</h2>
      {events.length === 0 && <p className="m2">Nothing announced yet.</p>}
      {events.map((event) => {
        const day = formatShortDay(event.startsAt, event.timezone)
        return (
          <article className="er" key={event.id}>
            <Flyer title={event.title} imageUrl={event.imageUrl} />
            <time className="dt b" dateTime={event.startsAt}>
              {day}
              <br />
              <span className="m3">{formatClock(event.startsAt, event.timezone)}</span>
            </time>
            <div>
              <h3 className="t3">{event.title}</h3>
              <p className="small m2">
                <span className="only-m-i">{day}, </span>
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
