import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { type Tab, TabPanel, Tabs } from '~/design/tabs'
import { formatAmounts } from '~/lib/amounts'
import { formatCount } from '~/lib/count'
import type { UserDetail, PersonReports as Shape } from '../../contract-users-shapes'
import { PersonBookings } from './person-bookings'
import { PersonOrders } from './person-orders'
import { PersonSessions } from './person-sessions'
import { UserAside } from './user-aside'
import { UserHead } from './user-head'
import type { UserTab } from './user-tab'
import { formatPlainDate, formatUserName } from './user-format'
import styles from './user-page.module.css'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '~/design/badge'
import { PersonSection } from './person-section'
import { personReportsQuery } from './queries'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock } from '~/lib/time'
import type { AuditLogEntry } from '../../contract-audit'
import { auditTrailQuery } from '../audit/queries'

type PersonTrailProps = { person: { id: string; name: string }; most: number; more: ReactNode }

type UserPageProps = {
  user: UserDetail
  tab: UserTab
  onTabChange: (tab: UserTab) => void
  onDeleted: () => void
  /** Content of other features for the tabs. A tab without content is hidden. */
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
      <BackAndHomeLinks home={false} className={styles.back}>
        <BackLink to="/admin/users">Users</BackLink>
      </BackAndHomeLinks>
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
    ['Orders', orders.count === 0 ? '0' : `${formatCount(orders.count)}, ${formatAmounts(orders.totals)}`],
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

function PersonReports({ personId }: { personId: string }) {
  const reading = useQuery(personReportsQuery(personId))
  const reports = reading.data
  return (
    <PersonSection title="Reports" reading={reading} count={reports?.length} empty="No reports yet.">
      <ul className={classNames('row-list', styles.list)}>
        {reports?.map((report) => (
          <Report key={report.caseId} report={report} />
        ))}
      </ul>
    </PersonSection>
  )
}

function Report({ report }: { report: Shape[number] }) {
  const { caseId, number, at, reasons, reports, room, quote, decision } = report
  const tab = decision === null ? '' : 'tab=closed&'
  const notified = reports === 1 ? '' : `, ${reports} times`
  return (
    <li>
      <span className={classNames('small faint', styles.date)}>{formatPlainDate(at)}</span>
      <span className={styles.lines}>
        <a className="link" href={`/dashboard/moderation?${tab}case=${caseId}`}>
          R-{number}
        </a>
        <span className="small muted">
          {reasons.map(formatCode).join(', ')}
          {notified}
          {room !== null && ` in ${room}`}
        </span>
        {quote !== null && <q className="small">{quote}</q>}
      </span>
      <Badge className="end" tone={decision === null ? 'orange' : 'neutral'}>
        {decision === null ? 'open' : formatCode(decision)}
      </Badge>
    </li>
  )
}

/** `hide_and_mute` -> `hide and mute` */
function formatCode(code: string): string {
  return code.replaceAll('_', ' ')
}

function PersonTrail({ person, most, more }: PersonTrailProps) {
  const reading = useQuery(auditTrailQuery(person.id))
  const entries = reading.data?.entries
  return (
    <PersonSection
      title="Audit trail"
      reading={reading}
      count={entries?.length}
      empty="No admin or moderator actions by or on this person yet."
      more={entries && entries.length > 0 ? more : undefined}
    >
      <ul className={classNames('row-list', styles.list)}>
        {entries?.slice(0, most).map((line) => (
          <Line key={line.id} line={line} name={person.name} />
        ))}
      </ul>
    </PersonSection>
  )
}

function Line({ line, name }: { line: AuditLogEntry; name: string }) {
  const zone = useReaderZone() ?? 'UTC'
  const { at, actor, did, to, change } = line
  const target = to === null || to.text === name ? '' : ` ${to.text}`
  return (
    <li>
      <time dateTime={at} className={classNames('small faint', styles.date)}>
        {`${formatPlainDate(at, zone).slice(0, -5)}, ${formatClock(at, zone)}`}
      </time>
      <span className={styles.lines}>
        <span>
          {did.charAt(0).toUpperCase()}
          {did.slice(1)}
          {target}
        </span>
        {change !== '' && <span className="small muted">{change}</span>}
      </span>
      <span className="small muted end">{actor?.name ?? 'System'}</span>
    </li>
  )
}
