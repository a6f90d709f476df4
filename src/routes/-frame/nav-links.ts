import { t } from '@lingui/core/macro'
import type { Me } from '~/features/identity/web/queries'

/** Returns the links of N-01, in order. The customers' dashboard lists their tickets. */
export function listNavLinks(me: Me | null): { href: string; label: string }[] {
  const links = [
    { href: '/events', label: t`Events` },
    { href: '/discover', label: t`Discover DJs` },
  ]
  if (!me) return links
  const isMember = me.roles.some((role) => role !== 'customer')
  links.push({ href: isMember ? '/dashboard' : '/customer/dashboard', label: t`Dashboard` })
  if (me.roles.includes('admin')) links.push({ href: '/admin', label: t`Admin Panel` })
  return links
}

/**
 * Whether a link is current, also on pages below it: an event is part of Events, a DJ part of Discover, a ticket part
 * of the dashboard.
 */
export function isCurrentLink(href: string, path: string): boolean {
  if (href === '/discover' && path.startsWith('/dj/')) return true
  if (href === '/customer/dashboard' && path.startsWith('/customer/')) return true
  return path === href || path.startsWith(`${href}/`)
}
