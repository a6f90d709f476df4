import { ArrowRight } from 'lucide-react'
import { buttonClass } from '~/design/button-class'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { SplitVinylRecord } from '~/design/split-vinyl-record'
import type { EventCard } from '../../contract'
import { Features } from './features'
import styles from './landing-page.module.css'
import { formatMoney } from '~/lib/money'
import { Flyer } from '~/design/flyer/flyer'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatAddedFeeAndTax } from '~/features/settings/rules/shown-price'
import { formatStart, formatVenue } from '../format-start-and-venue'

/** L-01 to L-03: the page that a visitor sees at /. */
export function LandingPage({ events }: { events: readonly EventCard[] }) {
  return (
    <main id="main" data-client-links>
      <div className={classNames('sheet stock-yellow', styles.hero)}>
        <div className={classNames('page-width', styles.heroText)}>
          <h1 aria-label="Where DJs Connect">
            <span className={styles.firstLine}>Where DJs</span>
            <span className={styles.secondLine}>Connect</span>
          </h1>
          <div className={styles.foot}>
            <div className={styles.pitch}>
              <p className="lead">
                An invite-only network for DJs, promoters and everyone who makes the night happen. Meet, book,
                sell tickets, get paid.
              </p>
              <div className="row wrap">
                <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/request-invite">
                  Request Invite
                </a>
                <a className={buttonClass({ variant: 'outline', size: 'lg' })} href="/discover">
                  Explore DJs
                </a>
              </div>
            </div>
          </div>
        </div>
        <div className={styles.record} aria-hidden="true">
          <SplitVinylRecord view={{ width: 1120, height: 560 }} left={205} right={395} rings={15} />
        </div>
      </div>
      {events.length > 0 && <NextFlyers events={events} />}
      <Features />
      <section className={classNames('sheet stock-pink', styles.callToAction)}>
        <div className="page-width">
          <h2 className="display">
            You know someone
            <br />
            who’s in.
          </h2>
          <div>
            <p className="lead">
              Ask them for a code. Or tell us what you do and we’ll find the person who can vouch for you.
            </p>
            <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/auth?tab=sign-up">
              Get Started <Icon of={ArrowRight} />
            </a>
          </div>
        </div>
      </section>
    </main>
  )
}

/** Five flyers in a row, which scrolls on a phone. */
function NextFlyers({ events }: { events: readonly EventCard[] }) {
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
                <span className="muted">{event.fromCents === 0 ? 'Free' : formatFromPrice(event)}</span>
              </span>
            </a>
          )
        })}
      </div>
    </section>
  )
}

function formatFromPrice(event: EventCard): string {
  const extras = { feeCents: event.fromFeeCents, taxCents: event.fromTaxCents }
  return `From ${formatMoney(event.fromCents, event.currency)} ${formatAddedFeeAndTax(extras, event.currency)}`
}
