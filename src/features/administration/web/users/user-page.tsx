import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { BackLink, Crumb } from '~/design/page-head'
import { type Tab, TabPanel, Tabs } from '~/design/tabs'
import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import type { UserDetail } from '../../contract-users-shapes'
import { PersonBookings } from './person-bookings'
import { PersonOrders } from './person-orders'
import { PersonReports } from './person-reports'
import { PersonSessions } from './person-sessions'
import { PersonTrail } from './person-trail'
import { UserAside } from './user-aside'
import { UserHead } from './user-head'
import type { UserTab } from './user-tab'
import { formatPlainDate, formatUserName } from './user-format'
import styles from './user-page.module.css'

type UserPageProps = {
  user: UserDetail
  tab: UserTab
  onTabChange: (tab: UserTab) => void
  onDeleted: () => void
  /** Parts of other features; a tab without its part is hidden. */
  tree?: ReactNode
  audit?: ReactNode
}

const FEW = 3

export function UserPage({ user, tab, onTabChange, onDeleted, tree, audit }: UserPageProps) {
  const person = { id: user.id, name: formatUserName(user), isYou: user.isYou }
  const renderMore = (to: UserTab, label: string) => (
    <button type="button" className={classNames('link small', styles.more)} onClick={() => onTabChange(to)}>
      {label}
    </button>
  )
  const panels: readonly { tab: Tab<UserTab>; body: ReactNode }[] = [
    {
      tab: { value: 'overview', label: 'Overview' },
      body: (
        <div className={styles.columns}>
          <div className={classNames('stack', styles.main)}>
            <PersonSessions person={person} most={FEW} more={renderMore('sessions', 'All sessions')} />
            <PersonBookings personId={user.id} most={FEW} more={renderMore('bookings', 'All bookings')} />
            <PersonTrail person={person} most={FEW} more={renderMore('audit', 'Full audit trail')} />
          </div>
          <UserAside user={user} onDeleted={onDeleted} />
        </div>
      ),
    },
    { tab: { value: 'sessions', label: 'Sessions' }, body: <PersonSessions person={person} /> },
    { tab: { value: 'orders', label: 'Orders' }, body: <PersonOrders personId={user.id} /> },
    { tab: { value: 'bookings', label: 'Bookings' }, body: <PersonBookings personId={user.id} /> },
    ...(tree === undefined ? [] : [{ tab: { value: 'tree', label: 'Tree' } as const, body: tree }]),
    { tab: { value: 'reports', label: 'Reports' }, body: <PersonReports personId={user.id} /> },
    ...(audit === undefined ? [] : [{ tab: { value: 'audit', label: 'Audit trail' } as const, body: audit }]),
  ]
  const shown = panels.some(({ tab: { value } }) => value === tab) ? tab : 'overview'
  return (
    <div>
      <Crumb home={false} className={styles.back}>
        <BackLink to="/admin/users">Users</BackLink>
      </Crumb>
      <UserHead user={user} />
      <Figures user={user} />
      <Tabs<UserTab>
        label="About this person"
        className={styles.tabs}
        value={shown}
        onValueChange={onTabChange}
        tabs={panels.map((panel) => panel.tab)}
      >
        {panels.map((panel) => (
          <TabPanel key={panel.tab.value} value={panel.tab.value} className={styles.panel}>
            {panel.tab.value === shown && panel.body}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}

function Figures({ user }: { user: UserDetail }) {
  const { orders } = user
  const cells = [
    ['Joined', formatPlainDate(user.joinedAt)],
    ['Connections', formatCount(user.connections)],
    ['Bookings', formatCount(user.bookings)],
    [
      'Orders',
      orders.count === 0 ? '0' : `${formatCount(orders.count)}, ${formatDollars(orders.totalCents)}`,
    ],
    ['Reports against', formatCount(user.reportsAgainst)],
  ]
  return (
    <dl className={classNames('cells', styles.figures)}>
      {cells.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="title-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
