import {
  CalendarCheck,
  LayoutDashboard,
  MessagesSquare,
  Settings,
  Shield,
  Ticket,
  ShieldAlert,
  KeyRound,
  User,
  Users,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from '~/design/icon'
import { isMember } from '~/platform/rpc/access'

export type AppLink = {
  href: string
  label: string
  icon: LucideIcon
  /** Number of items waiting; absent or 0 shows nothing. */
  count?: number | undefined
  /** Paths of screens without their own link. While one of them is open, this link is marked as current. */
  covers?: readonly string[]
}

const links: readonly AppLink[] = [
  { href: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { href: '/dashboard/profile', label: 'Profile', icon: User },
  { href: '/dashboard/network', label: 'Network', icon: Users },
  { href: '/dashboard/bookings', label: 'Bookings', icon: CalendarCheck },
  { href: '/dashboard/events', label: 'Events', icon: Ticket },
  { href: '/dashboard/money', label: 'Money', icon: Wallet },
  { href: '/dashboard/chat', label: 'Chat', icon: MessagesSquare },
  { href: '/dashboard/settings', label: 'Settings', icon: Settings },
]

/**
 * Returns the sidebar links on the settings page of a non-member. `here` is the path of the open page, because the
 * settings have two paths.
 */
export function listGuestLinks({
  here,
  isExcludedFromMembersArea: isOutside,
}: {
  here: '/dashboard/settings' | '/customer/settings'
  /** Whether the members' area is closed to this person. If not, they get a link back to it. */
  isExcludedFromMembersArea: boolean
}): readonly AppLink[] {
  return [
    // Not labeled “Dashboard”, because the link with this name in the top bar leads to another page.
    ...(isOutside ? [] : [{ href: '/dashboard', label: 'Members area', icon: LayoutDashboard }]),
    { href: '/customer/dashboard', label: 'My Tickets', icon: Ticket },
    { href: here, label: 'Settings', icon: Settings },
  ]
}

const moderation: AppLink = { href: '/dashboard/moderation', label: 'Moderation', icon: ShieldAlert }
const invitations: AppLink = { href: '/dashboard/invitations', label: 'Invitations', icon: KeyRound }

/**
 * M-01. Returns the members' links; moderators and admins also get the link to the reports. `needsTwoStep`: they are
 * staff whose session lacks two-step verification, so that link leads them to instructions.
 */
export function listMemberLinks(roles: readonly string[], needsTwoStep = false): readonly AppLink[] {
  const isStaff = isModerator(roles) || needsTwoStep
  const own = [...(isStaff ? [moderation] : []), ...(isMember(roles) ? [invitations] : [])]
  return links.toSpliced(-1, 0, ...own)
}

export function isModerator(roles: readonly string[]): boolean {
  return roles.includes('moderator') || roles.includes('admin')
}

export const adminLinks: readonly AppLink[] = [
  { href: '/admin', label: 'Dashboard', icon: LayoutDashboard, covers: ['/admin/failures'] },
  { href: '/admin/users', label: 'Users', icon: Users },
  { href: '/admin/invitations', label: 'Invitations', icon: KeyRound },
  { href: '/admin/bookings', label: 'Bookings', icon: CalendarCheck },
  { href: '/admin/payments', label: 'Payments', icon: Wallet },
  { href: '/admin/security', label: 'Security', icon: Shield },
  { href: '/admin/settings', label: 'Settings', icon: Settings, covers: ['/admin/audit'] },
]
