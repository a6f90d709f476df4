import { Link } from '@tanstack/react-router'
import { Badge } from '~/design/badge'
import { Blocks } from '~/design/blocks'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { LinkButton } from '~/design/link-button'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatCount } from '~/lib/count'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import { formatClock, formatShortDay } from '~/lib/time'
import type { MyEvent } from '../../contract-dashboard-shapes'
import { MyEventMenu } from './my-event-menu'
import type { MyEventsPageProps } from './my-events-page-props'
import styles from './my-events.module.css'

const BLOCKS = 32

export function MyEventRow({ event, ...rest }: Omit<MyEventsPageProps, 'canCreate'> & { event: MyEvent }) {
  const withZone = useZoneSuffix()
  const place = [event.venueName, event.location].filter(Boolean).join(', ')
  return (
    <article className={styles.event} aria-label={event.title}>
      <span className={styles.flyer}>
        <Flyer title={event.title} imageUrl={event.imageUrl} />
      </span>
      <div className={styles.words}>
        <p className="small muted">
          {event.isDateOpen ? (
            <b className="bold">{event.status === 'cancelled' ? 'No date' : 'Date to be announced'}</b>
          ) : (
            <>
              <b className="bold">{formatShortDay(event.startsAt, event.timezone)}</b>,{' '}
              {formatClock(event.startsAt, event.timezone)}
            </>
          )}
        </p>
        <h3 className="title-3">
          <EventTitleLink event={event} />
        </h3>
        <p className="small muted">
          {place === ''
            ? 'No venue yet'
            : event.isDateOpen
              ? place
              : withZone(place, event.startsAt, event.timezone)}
        </p>
      </div>
      <SalesSummary event={event} />
      <div className={styles.status}>
        {event.status === 'draft' && event.actions.includes('edit') ? (
          <LinkButton variant="solid" to="/dashboard/events/$id/edit" params={{ id: event.id }}>
            Finish
          </LinkButton>
        ) : (
          <Badge tone={tones[event.status]}>{formatStatus(event.status)}</Badge>
        )}
      </div>
      <MyEventMenu event={event} {...rest} />
    </article>
  )
}

const tones = {
  draft: 'outline',
  published: 'green',
  postponed: 'orange',
  cancelled: 'red',
  completed: 'blue',
} as const

function EventTitleLink({ event }: { event: MyEvent }) {
  const { id, actions: acts, title } = event
  const params = { id }
  if (event.status === 'draft' && acts.includes('edit'))
    return (
      <Link to="/dashboard/events/$id/edit" params={params}>
        {title}
      </Link>
    )
  if (acts.includes('sales') || acts.includes('edit'))
    return (
      <Link to="/dashboard/events/$id/analytics" params={params}>
        {title}
      </Link>
    )
  return (
    <Link to="/dashboard/events/$id/check-in" params={params}>
      {title}
    </Link>
  )
}

function SalesSummary({ event }: { event: MyEvent }) {
  const { actions: acts, sold, total, salesPercent, revenueCents } = event
  // Check-in staff do not see sales.
  if (!acts.includes('sales') && !acts.includes('edit'))
    return <span className={classNames('small faint', styles.sales)}>You’re on the check-in team.</span>
  const text = `${formatCount(sold)} of ${formatCount(total)} sold`
  return (
    <>
      {total === 0 ? (
        <p className={classNames('small faint', styles.sales)}>No tickets yet</p>
      ) : (
        <div className={styles.sales}>
          <p className="row between small">
            <span className="muted">{text}</span>
            <b className="bold">{salesPercent}%</b>
          </p>
          <Blocks
            filled={Math.round((sold / total) * BLOCKS)}
            total={BLOCKS}
            label={`${text}, ${salesPercent}%`}
            color={sold >= total ? 'var(--chart-1)' : 'var(--text)'}
          />
        </div>
      )}
      {revenueCents !== null && (
        <dl className={styles.revenue}>
          <dt className="small faint">Revenue</dt>
          <dd>{formatMoney(revenueCents, event.currency)}</dd>
        </dl>
      )}
    </>
  )
}
