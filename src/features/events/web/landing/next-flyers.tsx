import { ArrowRight } from 'lucide-react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatPriceWithFee } from '~/features/settings/rules/shown-price'
import type { EventCard } from '../../contract'
import { formatStart, formatVenue } from '../format-start-and-venue'
import styles from './landing-page.module.css'

/** Five flyers in a row, which scrolls on a phone. */
export function NextFlyers({ events }: { events: readonly EventCard[] }) {
  const withZone = useZoneSuffix()
  return (
    <section className="page-width section">
      <div className="section-head">
        <h2 className="title-1">Upcoming Events</h2>
        <a className="arrow-link" href="/events">
          View All Events <Icon of={ArrowRight} />
        </a>
      </div>
      <div className={styles.flyers}>
        {events.map((event) => {
          const start = formatStart(event)
          return (
            <a key={event.id} href={`/events/${event.id}`}>
              <Flyer title={event.title} imageUrl={event.imageUrl} meta={[start.day, start.clock]} eager />
              {/* A drawn flyer shows its title and date; an uploaded picture may show neither. */}
              {event.imageUrl ? (
                <span className={styles.heading}>
                  <b className="title-3">{event.title}</b> <span>{start.both}</span>
                </span>
              ) : (
                <span className="visually-hidden">
                  {event.title}, {start.both}
                </span>
              )}
              <span className={styles.caption}>
                <b className="bold">{withZone(formatVenue(event), event.startsAt, event.timezone)}</b>
                <span className="muted">
                  {event.fromCents === 0
                    ? 'Free'
                    : `From ${formatPriceWithFee(event.fromCents, event.fromFeeCents)}`}
                </span>
              </span>
            </a>
          )
        })}
      </div>
    </section>
  )
}
