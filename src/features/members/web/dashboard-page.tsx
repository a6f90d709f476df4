import { ArrowRight, Pencil, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { useSiteName } from '~/design/site-name'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { PageHead } from '~/design/page-head'
import { formatCount } from '~/lib/count'
import type { Dashboard } from '../contract-shapes'
import type { MemberType } from '../rules/member-type'
import { RecentActivity } from './activity'
import { NextEvent } from './next-event'
import styles from './dashboard.module.css'

type DashboardFiguresProps = { dashboard: Dashboard; unread: number | null }

type FigureProps = {
  name: string
  count: number | null
  href?: string
  children?: string | false | undefined
}

type DashboardPageProps = {
  dashboard: Dashboard
  /** The number of unread messages; null if it couldn’t be loaded. */
  unread: number | null
  /** A link to the check-in of the event at which the member works today. */
  checkIn?: ReactNode
}

/** M-02 to M-05: the dashboard page of a member. */
export function DashboardPage({ dashboard, unread, checkIn }: DashboardPageProps) {
  const { memberTypes, nextEvent } = dashboard
  return (
    <div>
      <PageHead title="Dashboard" size="title" />
      {checkIn}
      {memberTypes.length === 0 && <Welcome />}
      <DashboardFigures dashboard={dashboard} unread={unread} />
      <div className={styles.columns}>
        <div className={classNames('stack', styles.main)}>
          <section>
            <h2 className="title-2">Quick Actions</h2>
            <div className={styles.actions} data-client-links>
              {listActions(dashboard).map(({ href, icon, label, line }) => (
                <a key={href} href={href}>
                  <Icon of={icon} />
                  <span>
                    <b>{label}</b>
                    <span className="small muted">{line}</span>
                  </span>
                  <Icon of={ArrowRight} className={styles.arrow} />
                </a>
              ))}
            </div>
          </section>
          <RecentActivity />
        </div>
        {nextEvent && <NextEvent event={nextEvent} />}
      </div>
    </div>
  )
}

function Welcome() {
  return (
    <section
      className={classNames('sheet stock-yellow row between wrap', styles.welcome)}
      aria-labelledby="welcome"
      data-client-links
    >
      <div>
        <h2 className="title-2" id="welcome">
          Welcome to {useSiteName()}
        </h2>
        <p>Choose what you do so that the right people can find you.</p>
      </div>
      <AnchorButton variant="primary" size="lg" href="/dashboard/member-type-selection">
        Select Member Type
      </AnchorButton>
    </section>
  )
}

/**
 * The hint to complete the profile, by member type. A person with several types sees the hint of the first. Only DJs
 * have a rate, so only their hint names it.
 */
const readFirst: Record<MemberType, string> = {
  dj: 'Your bio and rate are what promoters read first',
  producer: 'Your bio is what DJs read first',
  promoter: 'Your bio is what DJs read first',
  venue: 'Your bio is what promoters read first',
  agent: 'Your bio is what promoters read first',
  media: 'Your bio is what promoters read first',
  equipment_hire: 'Your bio is what promoters read first',
}

function listActions({ memberTypes: [type], sharedBills }: Dashboard) {
  return [
    {
      href: '/dashboard/profile',
      icon: Pencil,
      label: 'Edit Profile',
      line: type ? readFirst[type] : 'Your bio is what people read first',
    },
    {
      href: '/dashboard/members?show=suggested',
      icon: UserPlus,
      label: 'Find Connections',
      line: describeSharedBills(sharedBills),
    },
    {
      href: '/dashboard/members',
      icon: Users,
      label: 'Browse Members',
      line: 'DJs, promoters, venues, agents',
    },
  ]
}

function describeSharedBills(people: number): string {
  if (people === 0) return 'People you may know'
  return people === 1
    ? '1 person you’ve shared a bill with'
    : `${formatCount(people)} people you’ve shared a bill with`
}

/** M-02: the figures of the dashboard. Each links to its screen. */
function DashboardFigures({ dashboard, unread }: DashboardFiguresProps) {
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
  if (percent === 0) return `Same as in ${since}`
  return `${percent > 0 ? 'Up' : 'Down'} ${formatCount(Math.abs(percent))}% on ${since}`
}
