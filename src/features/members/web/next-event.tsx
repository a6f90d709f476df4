import { Blocks } from '~/design/blocks'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { formatCount } from '~/lib/count'
import { formatMoney } from '~/lib/money'
import { formatClock, formatShortDay } from '~/lib/time'
import type { Dashboard } from '../contract-shapes'
import styles from './dashboard.module.css'

const BLOCKS = 32

export function NextEvent({ event }: { event: NonNullable<Dashboard['nextEvent']> }) {
  const share = event.total > 0 ? event.sold / event.total : 0
  const percent = Math.round(share * 100)
  const dateParts = [
    formatShortDay(event.startsAt, event.timezone),
    formatClock(event.startsAt, event.timezone),
  ] as const
  return (
    <aside data-client-links aria-labelledby="next-event">
      <h2 className="title-2" id="next-event">
        Your next event
      </h2>
      <a
        className={classNames('sheet', getTintClass(event.title), styles.nextEvent)}
        href={`/events/${event.id}`}
      >
        {!event.imageUrl && (
          <span className="visually-hidden">
            {event.title}, {dateParts.join(', ')}
          </span>
        )}
        <Flyer title={event.title} imageUrl={event.imageUrl} ratio={1} meta={dateParts} eager />
        <span className={styles.nextEventFacts}>
          {/* A drawn flyer shows its title and date; an uploaded picture may show neither. */}
          {event.imageUrl && (
            <span>
              <b className="title-3">{event.title}</b>
              <br />
              <span>{dateParts.join(', ')}</span>
            </span>
          )}
          <span className="row between bold">
            <span>
              {event.venueName}, {event.location}
            </span>
            <span>{formatMoney(event.revenueCents, event.currency)}</span>
          </span>
          {event.total > 0 && (
            <>
              <Blocks filled={share * BLOCKS} total={BLOCKS} height="1.5rem" label={`${percent}% sold`} />
              <span className="row between small">
                <span>
                  {formatCount(event.sold)} of {formatCount(event.total)} sold
                </span>
                <b className="bold">{percent}%</b>
              </span>
            </>
          )}
        </span>
      </a>
    </aside>
  )
}
