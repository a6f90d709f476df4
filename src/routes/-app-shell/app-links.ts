import { CalendarCheck, LayoutDashboard, MessagesSquare, Settings, User, Users } from 'lucide-react'
import type { LucideIcon } from '~/design/icon'

export type AppLink = {
  href: string
  label: string
  icon: LucideIcon
  /** How many things wait there; absent or 0 shows nothing. */
  count?: number | undefined
}

export const memberLinks: readonly AppLink[] = [
  { href: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { href: '/dashboard/profile', label: 'Profile', icon: User },
  { href: '/dashboard/network', label: 'Network', icon: Users },
  { href: '/dashboard/bookings', label: 'Bookings', icon: CalendarCheck },
  { href: '/dashboard/chat', label: 'Chat', icon: MessagesSquare },
  { href: '/dashboard/settings', label: 'Settings', icon: Settings },
]

export const adminLinks: readonly AppLink[] = [{ href: '/admin', label: 'Dashboard', icon: LayoutDashboard }]
