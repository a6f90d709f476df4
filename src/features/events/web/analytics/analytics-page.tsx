import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, Pencil } from 'lucide-react'
import { useState } from 'react'
import { BarChart } from '~/design/chart/bar-chart'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { BackLink, Crumb } from '~/design/page-head'
import { Segmented } from '~/design/segmented'
import { formatClock, formatShortDate } from '~/lib/time'
import type { SaleNumbers } from '../../contract-numbers'
import { dayBars, lastDayOf, type Range } from './day-bars'
import { DoorChart } from './door-chart'
import { NumberCells } from './number-cells'
import { numbersQuery } from './numbers-query'
import { SourcesTable } from './sources-table'
import { TypeSteps } from './type-steps'
import './analytics.css'

// Views are counted by whoever looks, of which nobody is told.
const LOOK_EVERY_MS = 30_000

/** How a night sells: in figures, per day, by type, where visitors came from, and who is in. */
export function AnalyticsPage({ id, feeBasisPoints }: { id: string; feeBasisPoints: number }) {
  const { data } = useSuspenseQuery({ ...numbersQuery(id), refetchInterval: LOOK_EVERY_MS })
  return (
    <div className="in-w ana">
      <Crumb>
        <BackLink to="/dashboard/events">My Events</BackLink>
      </Crumb>
      <Head event={data.event} />
      <NumberCells numbers={data} feeBasisPoints={feeBasisPoints} />
      <Days numbers={data} />
      <div className="ana-2">
        <TypeSteps types={data.types} />
        <SourcesTable sources={data.sources} />
      </div>
      <DoorChart checkIns={data.checkIns} timezone={data.event.timezone} />
    </div>
  )
}

function Head({ event }: { event: SaleNumbers['event'] }) {
  const when = event.isDateOpen
    ? event.status === 'cancelled'
      ? 'No date'
      : 'Date to be announced'
    : `${formatShortDate(event.startsAt, event.timezone)}, ${formatClock(event.startsAt, event.timezone)}`
  const place = [event.venueName, event.location].filter(Boolean).join(', ')
  return (
    <div className="ana-head">
      <span className="pic">
        <Flyer title={event.title} imageUrl={event.imageUrl} eager />
      </span>
      <div>
        <h1 className="t1">{event.title}</h1>
        <p className="m2">{[when, place].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="row ana-acts">
        {event.canEdit && (
          <LinkButton icon={Pencil} to="/dashboard/events/$id/edit" params={{ id: event.id }}>
            Edit
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

function Days({ numbers }: { numbers: SaleNumbers }) {
  const [range, setRange] = useState<Range>('28')
  const { bars, unit } = dayBars({ days: numbers.days, today: lastDayOf(numbers) }, range)
  const title = `Tickets per ${unit}`
  const hasMoney = numbers.revenueCents !== null
  return (
    <section className="ana-sec" aria-labelledby="per-day">
      <div className="row between wrapf">
        <h2 className="t2" id="per-day">
          {title}
        </h2>
        <Segmented label="Range" value={range} onValueChange={setRange} options={ranges} />
      </div>
      {numbers.days.length === 0 ? (
        <p className="m2 ana-none">Nothing sold yet. Each sale shows here as it happens.</p>
      ) : (
        <div className="ana-scroll late">
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
