import { PageHead } from '~/design/page-head'
import { formatCount } from '~/lib/count'
import type { Overview } from '../contract'
import './admin-dashboard.css'

/** AD-03 */
export function AdminDashboard({ overview }: { overview: Overview }) {
  const cards = [
    { label: 'Total Users', count: overview.totalUsers, line: '' },
    { label: 'Verified DJs', count: overview.verifiedDjs, line: `of ${formatCount(overview.djs)} DJs` },
    {
      label: 'Pending Invites',
      count: overview.pendingInvites,
      line:
        overview.invitesExpiring > 0 ? `${formatCount(overview.invitesExpiring)} expire within a week` : '',
    },
    {
      label: 'Total Bookings',
      count: overview.totalBookings,
      line: `${formatCount(overview.openBookings)} open`,
    },
  ]
  return (
    <div className="adm">
      <PageHead title="Dashboard" size="title" />
      <dl className="cells figures">
        {cards.map(({ label, count, line }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="fig">{formatCount(count)}</dd>
            <dd className="small m3">{line}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h2 className="t2">Quick Actions</h2>
        <div className="panel pad">
          <p className="m2">The figures above are counted as you open this page. Reload to count again.</p>
        </div>
      </section>
    </div>
  )
}
