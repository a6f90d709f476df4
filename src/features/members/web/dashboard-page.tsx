import { ArrowRight, CalendarDays, Users } from 'lucide-react'
import { EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { PageHead } from '~/design/page-head'
import { formatCount } from '~/lib/count'
import type { Dashboard } from '../contract-shapes'
import { NextEvent } from './next-event'
import './dashboard.css'

const actions = [
  { href: '/discover', icon: Users, label: 'Browse Members', line: 'Who plays, where, and for how much' },
  { href: '/events', icon: CalendarDays, label: 'Browse Events', line: 'What is on, tonight and later' },
] as const

/** M-02 to M-04. */
export function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  const { connections, bookings, bookingsToAnswer, profileViews, nextEvent } = dashboard
  return (
    <div className="dash">
      <PageHead title="Dashboard" size="title" />
      <dl className="cells figures">
        <div>
          <dt>Connections</dt>
          <dd className="fig">{formatCount(connections)}</dd>
        </div>
        <div>
          <dt>Bookings</dt>
          <dd className="fig">{formatCount(bookings)}</dd>
          <dd className="small m3">{bookingsToAnswer > 0 && `${formatCount(bookingsToAnswer)} to answer`}</dd>
        </div>
        <div>
          <dt>Profile Views</dt>
          <dd className="fig">{formatCount(profileViews)}</dd>
        </div>
      </dl>
      <div className="dg">
        <div className="stack">
          <section>
            <h2 className="t2">Quick Actions</h2>
            <div className="qa2" data-client-links>
              {actions.map(({ href, icon, label, line }) => (
                <a key={href} href={href}>
                  <Icon of={icon} />
                  <span>
                    <b>{label}</b>
                    <span className="small m2">{line}</span>
                  </span>
                  <Icon of={ArrowRight} className="ar" />
                </a>
              ))}
            </div>
          </section>
          <section>
            <h2 className="t2">Recent Activity</h2>
            <EmptyState className="activity" title="No recent activity">
              New connections, bookings and ticket sales will show up here.
            </EmptyState>
          </section>
        </div>
        {nextEvent && <NextEvent event={nextEvent} />}
      </div>
    </div>
  )
}
