import type { BadgeTone } from '~/design/badge'
import { formatShortDate } from '~/lib/time'
import type { UserFilter, UserRow } from '../../contract-users-shapes'

export type Role = UserRow['roles'][number]

export const roleTones: Record<Role, BadgeTone> = {
  admin: 'red',
  moderator: 'orange',
  user: 'blue',
  customer: 'neutral',
}

export const filterLabels: Record<UserFilter, string> = {
  all: 'All',
  admin: 'Admin',
  moderator: 'Moderator',
  user: 'User',
  customer: 'Customer',
  unverified: 'Unverified',
  suspended: 'Suspended',
}

export const toUserPath = (id: string) => `/admin/users/${id}`

export type Named = Pick<UserRow, 'fullName' | 'email' | 'phone'>

/** Returns the name, or the sign-in email or phone if there is no name. */
export function formatUserName({ fullName, ...user }: Named): string {
  return fullName || formatSignInAddress(user)
}

/** Returns the sign-in email, otherwise the phone number. */
export function formatSignInAddress({ email, phone }: Pick<UserRow, 'email' | 'phone'>): string {
  return email ?? phone ?? 'No email'
}

/** Returns `5 May 2026`. UTC by default, so that server and browser agree. */
export function formatPlainDate(moment: string, zone = 'UTC'): string {
  return formatShortDate(moment, zone).slice(4)
}

const HOUR = 3_600_000

/**
 * Describes when a session was last used, which is stored to the hour: `within the hour`, `3 hours ago`, `yesterday`,
 * `5 May 2026`.
 */
export function formatLastSeen(moment: string, now: number | undefined): string {
  const hours = now === undefined ? undefined : Math.floor((now - Date.parse(moment)) / HOUR)
  if (hours === undefined || hours >= 48) return formatPlainDate(moment)
  if (hours >= 24) return 'yesterday'
  if (hours < 1) return 'within the hour'
  return hours === 1 ? 'an hour ago' : `${hours} hours ago`
}
