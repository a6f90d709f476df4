import { formatCount } from '~/lib/count'
import { formatIsoDay } from '~/lib/time'
import type { AuditPage } from '../../contract-audit'
import type { AuditFamily, AuditPeriod } from '../../rules/audit-filters'
import type { AuditSearch } from './audit-search'

export const familyLabels: Record<AuditFamily, string> = {
  users: 'Users',
  invitations: 'Invitations',
  chat: 'Chat',
  events: 'Events',
  tickets: 'Tickets',
  money: 'Money',
  settings: 'Settings',
  bookings: 'Bookings',
  emails: 'Emails',
  sample: 'Sample data',
  setup: 'Set-up',
  audit: 'Audit log',
}

export const periodLabels: Record<AuditPeriod, string> = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 365 days',
  all: 'All time',
}

type Counted = {
  search: AuditSearch
  page: Pick<AuditPage, 'entries' | 'from' | 'nextCursor'>
  counts: { today: number; all: number } | undefined
  zone: string
  now?: Date
}

/**
 * Formats the entry count: `7 of 7 today, 18,204 in all` on the first page without filters, otherwise the position:
 * `26–50, 18,204 in all`.
 */
export function formatEntryCount({ search, page, counts, zone, now = new Date() }: Counted): string {
  const { entries, from } = page
  const inAll = counts ? `, ${formatCount(counts.all)} in all` : ''
  const today = formatIsoDay(now, zone)
  const isNarrowed = [search.q, search.action, search.person].some((part) => part !== undefined)
  const shownToday = entries.filter(({ at }) => formatIsoDay(at, zone) === today).length
  if (counts && from <= 1 && !isNarrowed)
    return `${formatCount(shownToday)} of ${formatCount(Math.max(counts.today, shownToday))} today${inAll}`
  if (entries.length === 0) return `None found${inAll}`
  const range =
    entries.length === 1
      ? formatCount(from)
      : `${formatCount(from)}–${formatCount(from + entries.length - 1)}`
  return `${range}${inAll}`
}
