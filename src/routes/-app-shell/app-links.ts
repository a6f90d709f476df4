import { LayoutDashboard } from 'lucide-react'
import type { LucideIcon } from '~/design/icon'

export type AppLink = { href: string; label: string; icon: LucideIcon }

export const memberLinks: readonly AppLink[] = [
  { href: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
]

export const adminLinks: readonly AppLink[] = [{ href: '/admin', label: 'Dashboard', icon: LayoutDashboard }]
