import { pluralize } from '~/lib/pluralize'
import { formatCount } from '~/lib/count'
import { formatClock, formatShortDay } from '~/lib/time'
import type { Attendee, AttendeeFilter, Guest, HolderMessage } from '../../contract-attendees'

export const filterLabels: Readonly<Record<AttendeeFilter, string>> = {
  all: 'All',
  checked_in: 'Checked in',
  not_checked_in: 'Not checked in',
  comp: 'Comp',
  refunded: 'Refunded',
}

export type Presence = { text: string; tone: 'green' | 'neutral' | 'outline' }

/** Describes whether an attendee is checked in and when, in the event's zone. */
export function describePresence({ status, checkedInAt }: Attendee, zone: string): Presence {
  if (status === 'refunded') return { text: 'Refunded', tone: 'neutral' }
  if (status === 'cancelled') return { text: 'Canceled', tone: 'neutral' }
  if (checkedInAt === null) return { text: 'Not checked in', tone: 'outline' }
  return { text: `Checked in at ${formatClock(checkedInAt, zone)}`, tone: 'green' }
}

export function describeGuestTotals(guests: readonly Guest[]): string {
  const people = guests.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0)
  const arrived = guests.reduce((sum, guest) => sum + guest.arrived, 0)
  const names = `${pluralize(guests.length, 'name')}, ${pluralize(people, 'person', 'people')}`
  return arrived === 0 ? names : `${names}, ${formatCount(arrived)} checked in`
}

export function describeGuestPresence({ arrived, plusOnes }: Guest): Presence {
  if (arrived === 0) return { text: 'Not checked in', tone: 'outline' }
  const all = 1 + plusOnes
  return { text: all === 1 ? 'Checked in' : `${arrived} of ${all} checked in`, tone: 'green' }
}

export const formatMoment = (moment: string, zone: string) =>
  `${formatShortDay(moment, zone)}, ${formatClock(moment, zone)}`

/** Describes how many recipients a message has reached. */
export function describeDelivery({ recipients, delivered, unknown }: HolderMessage): string {
  const to = pluralize(recipients, 'address', 'addresses')
  if (delivered + unknown < recipients) return `${formatCount(delivered)} of ${to} so far`
  if (unknown === 0) return `Sent to ${to}`
  return `Sent to ${formatCount(delivered)} of ${to}. ${formatCount(unknown)} may have received it: sending was interrupted.`
}
