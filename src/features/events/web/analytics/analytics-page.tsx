import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, Pencil, Scale, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BarChart } from '~/design/chart/bar-chart'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { SegmentedControl } from '~/design/segmented-control'
import { formatClock, formatShortDate } from '~/lib/time'
import { formatCount } from '~/lib/count'
import { Table } from '~/design/table'
import type { SaleNumbers } from '../../contract-numbers'
import { createDayBars, getLastDay, type Range } from './day-bars'
import { KeyFigures } from './key-figures'
import { numbersQuery } from './numbers-query'
import { TicketTypeShares } from './ticket-type-shares'
import { createQuarterBars } from './quarter-bars'
import styles from './analytics.module.css'

// The page polls, because views trigger no live update.
const POLL_INTERVAL_MS = 30_000

interface AnalyticsPageProps {
  id: string
  feeBasisPoints: number
  /** Shown above the figures. */
  notice?: ReactNode
}

/** Sales figures of an event: totals, by day, by ticket type, by source, and check-ins. */
export function AnalyticsPage({ id, feeBasisPoints, notice }: AnalyticsPageProps) {
  const { data } = useSuspenseQuery({ ...numbersQuery(id), refetchInterval: POLL_INTERVAL_MS })
  return (
    <div>
      <BackAndHomeLinks className={styles.back}>
        <BackLink to="/dashboard/events">My Events</BackLink>
      </BackAndHomeLinks>
      <AnalyticsHead event={data.event} hasRevenue={(data.revenueCents ?? 0) > 0} />
      {notice}
      <KeyFigures numbers={data} feeBasisPoints={feeBasisPoints} />
      <SalesPerDay numbers={data} />
      <div className={styles.columns}>
        <TicketTypeShares types={data.types} currency={data.currency} />
        <SourcesTable sources={data.sources} />
      </div>
      <CheckInChart checkIns={data.checkIns} timezone={data.event.timezone} />
    </div>
  )
}

type AnalyticsHeadProps = { event: SaleNumbers['event']; hasRevenue: boolean }

function AnalyticsHead({ event, hasRevenue }: AnalyticsHeadProps) {
  const date = event.isDateOpen
    ? event.status === 'cancelled'
      ? 'No date'
      : 'Date to be announced'
    : `${formatShortDate(event.startsAt, event.timezone)}, ${formatClock(event.startsAt, event.timezone)}`
  const place = [event.venueName, event.location].filter(Boolean).join(', ')
  return (
    <div className={styles.head}>
      <span className={styles.flyer}>
        <Flyer title={event.title} imageUrl={event.imageUrl} eager />
      </span>
      <div className={styles.title}>
        <h1 className="title-1">{event.title}</h1>
        <p className="muted">{[date, place].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classNames('row wrap', styles.actions)}>
        {event.canEdit && (
          <LinkButton icon={Pencil} to="/dashboard/events/$id/edit" params={{ id: event.id }}>
            Edit
          </LinkButton>
        )}
        {event.canManageMoney && hasRevenue && (
          <LinkButton icon={Scale} to="/dashboard/events/$id/settlement" params={{ id: event.id }}>
            Settlement
          </LinkButton>
        )}
        {event.canManageMoney && (
          <LinkButton icon={Undo2} to="/dashboard/events/$id/refunds" params={{ id: event.id }}>
            Refunds
          </LinkButton>
        )}
        <AnchorButton icon={Download} href={`/events/${event.id}/sales.csv`} download>
          Export
        </AnchorButton>
      </div>
    </div>
  )
}

const ranges: readonly { value: Range; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '28', label: '28 days' },
  { value: 'all', label: 'All' },
]

function SalesPerDay({ numbers }: { numbers: SaleNumbers }) {
  const [range, setRange] = useState<Range>('28')
  const { bars, unit } = createDayBars({ ...numbers, today: getLastDay(numbers) }, range)
  const title = `Tickets per ${unit}`
  const hasMoney = numbers.revenueCents !== null
  return (
    <section className={styles.section} aria-labelledby="per-day">
      <div className="row between wrap">
        <h2 className="title-2" id="per-day">
          {title}
        </h2>
        <SegmentedControl label="Range" value={range} onValueChange={setRange} options={ranges} />
      </div>
      {numbers.days.length === 0 ? (
        <p className={classNames('muted', styles.noSales)}>
          No tickets sold yet. Sales appear here as they happen.
        </p>
      ) : (
        <div className={classNames(styles.chart, styles.latestDays)}>
          <BarChart
            title={title}
            columns={[unit === 'day' ? 'Day' : 'Week', 'Tickets']}
            {...(hasMoney ? { more: ['Revenue'] } : {})}
            bars={bars}
            every={range === '7' ? 1 : Math.max(7, Math.ceil(bars.length / 8))}
            size={{ width: 1080, height: 340 }}
          />
        </div>
      )}
    </section>
  )
}

/** Check-ins per 15 minutes; empty before the first one. */
function CheckInChart({ checkIns, timezone }: { checkIns: SaleNumbers['checkIns']; timezone: string }) {
  const { quarters, tickets, guests, expected } = checkIns
  const [first] = quarters
  const last = quarters.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <section className={styles.section} aria-labelledby="at-the-door">
      <div className="row between wrap">
        <h2 className="title-2" id="at-the-door">
          Check-in
        </h2>
        <p className="muted">
          <b className="bold">{formatCount(tickets)}</b> of {formatCount(expected)} checked in
          {guests > 0 && <>, and {formatCount(guests)} from the guest list</>},{' '}
          {formatClock(first.at, timezone)} to {formatClock(last.at, timezone)}
        </p>
      </div>
      <div className={styles.chart}>
        <BarChart
          title="Check-ins per 15 minutes"
          columns={['15 minutes', 'People']}
          more={['Tickets', 'Guest list']}
          bars={createQuarterBars(quarters, timezone)}
          every={4}
          size={{ width: 1080, height: 260 }}
        />
      </div>
    </section>
  )
}

/** Sources of the visitors of the event page, with the tickets they bought. */
function SourcesTable({ sources }: { sources: SaleNumbers['sources'] }) {
  return (
    <section aria-labelledby="came-from">
      <h2 className="title-2" id="came-from">
        Sources
      </h2>
      {sources.length === 0 ? (
        <p className="muted">No views yet. Share the page to see where visitors come from.</p>
      ) : (
        <Table
          label="Where they came from, table"
          aria-labelledby="came-from"
          columns={['Source', { label: 'Views', className: 'numeric' }, 'Tickets']}
        >
          {sources.map(({ source, label, views, tickets }) => (
            <tr key={source}>
              <th scope="row">{label}</th>
              <td className="numeric muted">{formatCount(views)}</td>
              <td className="bold">{formatCount(tickets)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
