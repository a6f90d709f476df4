import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Bar, BarChart } from '~/design/chart/bar-chart'
import { classNames } from '~/design/class-names'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import { formatDay, formatShortDay } from '~/lib/time'
import type { Trends } from '../../contract-attention'
import { trendsQuery } from '../queries'
import { PanelFailed } from './panel-failed'
import styles from './admin-dashboard.module.css'

export function TrendCharts() {
  const zone = useReaderZone()
  const query = useQuery({
    ...trendsQuery(zone ?? 'UTC'),
    enabled: zone !== undefined,
  })
  const { data, error } = query
  if (error && !data) return <PanelFailed query={query} className={styles.trendsFailed} />
  const days = data?.days
  const sum = (of: (day: Trends['days'][number]) => number) =>
    (days ?? []).reduce((total, day) => total + of(day), 0)
  return (
    <div className={styles.trends}>
      <Trend
        title="Sign-ups"
        total={
          <>
            <b className="bold">{formatCount(sum(({ signUps }) => signUps))}</b> in 30 days
          </>
        }
        chart={
          days && (
            <BarChart
              title="Sign-ups per day"
              columns={['Day', 'Sign-ups']}
              bars={days.map((day) => toBar(day, day.signUps))}
            />
          )
        }
      />
      <Trend
        title="Tickets sold"
        total={
          <>
            <b className="bold">{formatCount(sum(({ tickets }) => tickets))}</b>,{' '}
            {formatDollars(sum(({ paidCents }) => paidCents))}
          </>
        }
        chart={
          days && (
            <BarChart
              title="Tickets sold per day"
              columns={['Day', 'Tickets']}
              more={['Paid, fee included']}
              bars={days.map((day) => toBar(day, day.tickets, [formatDollars(day.paidCents)]))}
            />
          )
        }
      />
    </div>
  )
}

function Trend({ title, total, chart }: { title: string; total: ReactNode; chart: ReactNode }) {
  const id = `trend-${title.charAt(0)}`
  return (
    <section aria-labelledby={id}>
      <div className={classNames('row between', styles.trendHead)}>
        <h2 className="title-2" id={id}>
          {title}
        </h2>
        {chart && <p className="muted">{total}</p>}
      </div>
      {chart ?? <Skeleton ratio="560 / 206" />}
    </section>
  )
}

function toBar({ day }: { day: string }, value: number, cells?: readonly string[]): Bar {
  // Noon UTC avoids a shift to a neighboring day when the calendar day is formatted.
  const noon = `${day}T12:00:00Z`
  const [, ...short] = formatShortDay(noon, 'UTC').split(' ')
  return { name: formatDay(noon, 'UTC'), short: short.join(' '), value, ...(cells && { cells }) }
}
