import type { LocalTime } from '../local-time'
import type { VenueKey } from './venues'

/** Name, line below it, dollars, how many there are, how many are sold; the code that opens a hidden one. */
export type SeedTicketType = readonly [
  name: string,
  description: string,
  dollars: number,
  total: number,
  sold: number,
  accessCode?: string,
]

export interface SeedEvent {
  title: string
  type: 'club_night' | 'warehouse' | 'festival' | 'day_party' | 'live_set' | 'residency'
  time: LocalTime
  hours: number
  venue: VenueKey
  /** People of the demo by key. */
  host: string
  organizer: string
  /** People of the demo by key, others by the name on the bill; the headliner first. */
  lineUp: readonly string[]
  capacity: number
  age: number | null
  text: string
  tickets: readonly SeedTicketType[]
  /** Instead of ticket types: dollars, and how many are left. */
  doorTickets?: readonly [dollars: number, left: number]
  status?: 'draft' | 'postponed' | 'cancelled'
  isPrivate?: boolean
  /** Of an event that was put off or called off: the reason, how many days ago (or before the event, if that is over), and its old date. */
  change?: { reason: string; daysAgo: number; movedFrom?: LocalTime }
}
