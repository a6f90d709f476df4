import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { useZoneSuffix } from '~/design/use-reader-zone'
import type { EventCard as Event } from '../contract'
import { formatEventType } from '../rules/event-type'
import { PriceAndStock } from './event-card'
import styles from './event-card.module.css'
import { formatStart, formatVenue } from './format-start-and-venue'
import { Badge } from '~/design/badge'

export function EventRows({ events, eagerCount }: { events: readonly Event[]; eagerCount: number }) {
  return groupByDay(events).map((group) => (
    <section className={styles.day} key={group.rows[0]?.id}>
      <h2 className="title-2">{group.day}</h2>
      <div>
        {group.rows.map((event) => (
          <EventRow key={event.id} event={event} eager={events.indexOf(event) < eagerCount} />
        ))}
      </div>
    </section>
  ))
}

function EventRow({ event, eager }: { event: Event; eager: boolean }) {
  const start = formatStart(event)
  const withZone = useZoneSuffix()
  return (
    <article className={styles.listRow}>
      <Flyer title={event.title} imageUrl={event.imageUrl} eager={eager} />
      <time className="bold" dateTime={event.startsAt}>
        {start.clock}
      </time>
      <div>
        <h3 className="title-3">{event.title}</h3>
        <p className="small muted">{withZone(formatVenue(event), event.startsAt, event.timezone)}</p>
      </div>
      <Badge className={styles.type}>{formatEventType(event.eventType)}</Badge>
      <PriceAndStock event={event} />
      <a
        className={classNames('arrow-link small', styles.details)}
        href={`/events/${event.id}`}
        aria-label={`View Details, ${event.title}`}
      >
        View Details
      </a>
    </article>
  )
}

type Day = { day: string; rows: Event[] }

// The server sorts by local day, so a day's rows are adjacent.
function groupByDay(events: readonly Event[]): Day[] {
  const days: Day[] = []
  for (const event of events) {
    const { day } = formatStart(event)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(event)
    else days.push({ day, rows: [event] })
  }
  return days
}
