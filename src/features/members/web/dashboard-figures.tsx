import { classNames } from '~/design/class-names'
import { formatCount } from '~/lib/count'
import type { Dashboard } from '../contract-shapes'
import styles from './dashboard.module.css'

type DashboardFiguresProps = { dashboard: Dashboard; unread: number | null }

/** M-02. Each figure links to its screen. */
export function DashboardFigures({ dashboard, unread }: DashboardFiguresProps) {
  const { connections, connectionsThisMonth, requestsToAnswer, bookings, bookingsToAnswer } = dashboard
  return (
    <dl className={classNames('cells', styles.figures)} data-client-links>
      <Figure name="Connections" count={connections} href="/dashboard/network">
        {connectionsThisMonth > 0
          ? `${formatCount(connectionsThisMonth)} this month`
          : requestsToAnswer > 0 && `${formatCount(requestsToAnswer)} to answer`}
      </Figure>
      <Figure name="Bookings" count={bookings} href="/dashboard/bookings">
        {bookingsToAnswer > 0 && `${formatCount(bookingsToAnswer)} to answer`}
      </Figure>
      <Figure name="Messages" count={unread} href="/dashboard/chat">
        {unread === null && 'Not available right now'}
      </Figure>
      <Figure name="Profile Views" count={dashboard.profileViews} href="/dashboard/profile">
        {describeTrend(dashboard.profileViewsTrend)}
      </Figure>
    </dl>
  )
}

type FigureProps = {
  name: string
  count: number | null
  href?: string
  children?: string | false | undefined
}

function Figure({ name, count, href, children }: FigureProps) {
  return (
    <div>
      <dt>{href === undefined ? name : <a href={href}>{name}</a>}</dt>
      <dd className="figure">{count === null ? '–' : formatCount(count)}</dd>
      <dd className="small faint">{children}</dd>
    </div>
  )
}

function describeTrend(trend: Dashboard['profileViewsTrend']): string | undefined {
  if (trend === null) return undefined
  const { percent, since } = trend
  if (percent === 0) return `As many as in ${since}`
  return `${percent > 0 ? 'Up' : 'Down'} ${formatCount(Math.abs(percent))}% on ${since}`
}
