import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { memoizeContent } from '~/design/memoized-content'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatCount } from '~/lib/count'
import { formatPrice } from '~/lib/money'
import { formatAddedFeeAndTax } from '~/features/settings/rules/shown-price'
import type { EventCard as Event } from '../contract'
import { formatEventType } from '../rules/event-type'
import styles from './event-card.module.css'
import { formatStart, formatVenue } from './format-start-and-venue'
import { Badge } from '~/design/badge'

type EventCardProps = {
  event: Event
  eager: boolean
  /** The level of the card's heading: one below the heading above the cards. */
  heading: 'h2' | 'h3'
}

/** E-02: the card of an event. A page has fifty cards, so the server memoizes the HTML of each. */
export function EventCard({ event, eager, heading }: EventCardProps) {
  return (
    <article
      className={styles.card}
      {...content(`${event.id}${heading}${eager ? 'e' : ''}`, { ...event, eager, heading })}
    />
  )
}

const content = memoizeContent(CardContent, 500)

function CardContent({ eager, heading: Heading, ...event }: Event & Omit<EventCardProps, 'event'>) {
  const start = formatStart(event)
  const withZone = useZoneSuffix()
  return (
    <>
      <Flyer
        id={`flyer-${event.id}`}
        title={event.title}
        imageUrl={event.imageUrl}
        meta={[start.day, start.clock]}
        eager={eager}
      />
      <div className={styles.when}>
        <time dateTime={event.startsAt}>{start.both}</time>
        <Badge>{formatEventType(event.eventType)}</Badge>
      </div>
      <Heading className="title-3">{event.title}</Heading>
      <p className="small muted">{withZone(formatVenue(event), event.startsAt, event.timezone)}</p>
      <div className={styles.facts}>
        <PriceAndStock event={event} />
        <a
          className={classNames('arrow-link small', styles.details)}
          href={`/events/${event.id}`}
          aria-label={`View Details, ${event.title}`}
        >
          View Details
        </a>
      </div>
    </>
  )
}

export function PriceAndStock({ event }: { event: Event }) {
  const { fromFeeCents: feeCents, fromTaxCents: taxCents } = event
  const extras = formatAddedFeeAndTax({ feeCents, taxCents }, event.currency)
  return (
    <dl className={styles.prices}>
      <div>
        <dt>{event.fromCents === 0 ? 'Price' : 'From'}</dt>
        <dd>
          {formatPrice(event.fromCents, event.currency)}
          {extras !== '' && <span>{extras}</span>}
        </dd>
      </div>
      {event.available > 0 && (
        <div>
          <dt>Available</dt>
          <dd>{formatCount(event.available)}</dd>
        </div>
      )}
    </dl>
  )
}
