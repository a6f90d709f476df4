import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Plus, ScrollText, ArrowRight } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { PageHead } from '~/design/page-head'
import { useNow } from '~/design/use-now'
import { formatLongAge } from '~/lib/age'
import { formatAmounts, sumByCurrency } from '~/lib/amounts'
import { formatCount } from '~/lib/count'
import { Skeleton } from '~/design/skeleton'
import { Icon } from '~/design/icon'
import type { Overview } from '../../contract'
import { overviewQuery, attentionQuery, trendsQuery } from '../queries'
import { PanelFailed } from './panel-failed'
import { listAttentionRows } from './attention-rows'
import styles from './admin-dashboard.module.css'
import type { ReactNode } from 'react'
import { type Bar, BarChart } from '~/design/chart/bar-chart'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatDay, formatShortDay } from '~/lib/time'
import type { Trends } from '../../contract-attention'

/** AD-03: the four counts, the open tasks, and the trends of the last 30 days. */
export function AdminDashboard({ overview }: { overview: Overview }) {
  return (
    <div data-client-links>
      <div className="row between wrap">
        <PageHead title="Dashboard" size="title" />
        <UpdatedAgo />
      </div>
      <dl className={classNames('cells', styles.figures)}>
        {listCards(overview).map(({ label, count, line }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figure">{formatCount(count)}</dd>
            <dd className="small faint">{line}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.work}>
        <section aria-labelledby="needs-attention">
          <h2 className="title-2" id="needs-attention">
            Needs attention
          </h2>
          <NeedsAttention />
        </section>
        <section aria-labelledby="quick-actions">
          <h2 className="title-2" id="quick-actions">
            Quick Actions
          </h2>
          <div className="panel padded">
            <p className="muted">Use the sidebar to manage users, invitations and bookings.</p>
            <div className={classNames('stack', styles.actions)}>
              <LinkButton to="/admin/invitations" variant="primary" icon={Plus}>
                Generate an invitation
              </LinkButton>
              <LinkButton to="/admin/users" search={{ filter: 'unverified' }} icon={BadgeCheck}>
                Verify users
              </LinkButton>
              <LinkButton to="/admin/audit" icon={ScrollText}>
                Audit log
              </LinkButton>
            </div>
          </div>
        </section>
      </div>
      <TrendCharts />
    </div>
  )
}

function listCards(overview: Overview): { label: string; count: number; line: string }[] {
  const { usersThisMonth, invitesExpiring, openBookings } = overview
  const formatLine = (count: number, text: string) => (count > 0 ? `${formatCount(count)} ${text}` : '')
  return [
    { label: 'Total Users', count: overview.totalUsers, line: formatLine(usersThisMonth, 'this month') },
    {
      label: 'Verified DJs',
      count: overview.verified,
      line: `${formatCount(overview.verifiedDjs)} of them DJs`,
    },
    {
      label: 'Pending Invites',
      count: overview.pendingInvites,
      line: formatLine(invitesExpiring, 'expire within a week'),
    },
    { label: 'Total Bookings', count: overview.totalBookings, line: `${formatCount(openBookings)} open` },
  ]
}

function UpdatedAgo() {
  const { dataUpdatedAt } = useQuery(overviewQuery())
  const now = useNow()
  if (now === undefined || dataUpdatedAt === 0) return null
  return (
    <p className="small faint">Updated {formatLongAge(new Date(dataUpdatedAt).toISOString(), now)} ago</p>
  )
}

function NeedsAttention() {
  const query = useQuery(attentionQuery())
  const { data, error } = query
  const now = useNow()
  if (error && !data) return <PanelFailed query={query} />
  if (!data) return <Skeleton height="14rem" />
  const rows = listAttentionRows(data, now)
  if (rows.length === 0)
    return <p className={classNames('muted', styles.nothing)}>Nothing needs your attention.</p>
  return (
    <div className={classNames('row-list', styles.attention)}>
      {rows.map(({ href, count, label, more }) => (
        <a key={label} href={href}>
          <b className="figure">{count}</b>
          <span>
            <b className="bold">{label}</b>
            <span className={classNames('small muted', styles.details)}>{more}</span>
          </span>
          <Icon of={ArrowRight} />
        </a>
      ))}
    </div>
  )
}

function TrendCharts() {
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
  const paid = formatAmounts(sumByCurrency((days ?? []).flatMap((day) => day.paid)))
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
            <b className="bold">{formatCount(sum(({ tickets }) => tickets))}</b>
            {paid !== '' && `, ${paid}`}
          </>
        }
        chart={
          days && (
            <BarChart
              title="Tickets sold per day"
              columns={['Day', 'Tickets']}
              more={['Paid, fee included']}
              bars={days.map((day) => toBar(day, day.tickets, [formatAmounts(day.paid)]))}
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
  // The bar's date as noon UTC, so that formatting does not shift it to a neighboring day.
  const noon = `${day}T12:00:00Z`
  const [, ...short] = formatShortDay(noon, 'UTC').split(' ')
  return { name: formatDay(noon, 'UTC'), short: short.join(' '), value, ...(cells && { cells }) }
}
