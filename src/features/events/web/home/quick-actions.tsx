import { LayoutDashboard, QrCode, Ticket, Users } from 'lucide-react'
import { Icon } from '~/design/icon'
import { formatCount } from '~/lib/count'
import type { ListTotal } from '../../contract'
import styles from './home.module.css'

export function QuickActions({ upcoming }: { upcoming: ListTotal }) {
  const coming = `${formatCount(upcoming.count)}${upcoming.isExact ? '' : '+'} upcoming`
  const actions = [
    {
      href: '/events',
      stock: 'yellow',
      icon: Ticket,
      label: 'Browse Events',
      note: upcoming.count > 0 ? coming : 'No upcoming events',
    },
    {
      href: '/customer/dashboard',
      stock: 'coral',
      icon: QrCode,
      label: 'My Tickets',
      note: 'Your ticket codes and receipts',
    },
    {
      href: '/dashboard/network',
      stock: 'sky',
      icon: Users,
      label: 'Network',
      note: 'People you play with and for',
    },
    {
      href: '/dashboard',
      stock: 'lilac',
      icon: LayoutDashboard,
      label: 'Dashboard',
      note: 'Your events and bookings',
    },
  ]
  return (
    <nav aria-label="Quick Actions" className={styles.quickActions}>
      {actions.map(({ href, stock, icon, label, note }) => (
        <a key={href} className={`sheet stock-${stock}`} href={href}>
          <Icon of={icon} />
          <span>
            <b>{label}</b>
            <span className="small">{note}</span>
          </span>
        </a>
      ))}
    </nav>
  )
}
