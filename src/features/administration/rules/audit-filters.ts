/** The prefixes of action names, before the dot. */
export const AUDIT_FAMILIES = [
  'users',
  'invitations',
  'chat',
  'events',
  'tickets',
  'money',
  'settings',
  'bookings',
  'emails',
  'sample',
  'setup',
  'audit',
] as const
export type AuditFamily = (typeof AUDIT_FAMILIES)[number]

export const AUDIT_PERIODS = ['day', 'week', 'month', 'year', 'all'] as const
export type AuditPeriod = (typeof AUDIT_PERIODS)[number]

const DAY = 86_400_000
const days: Record<Exclude<AuditPeriod, 'all'>, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Returns the start of the period; undefined for `all`. */
export function getPeriodStart(period: AuditPeriod, now: Date): Date | undefined {
  return period === 'all' ? undefined : new Date(now.getTime() - days[period] * DAY)
}
