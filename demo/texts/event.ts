import type { LocalTime } from '../local-time'
import type { VenueKey } from './venues'

/** Name, description, price in dollars, total and sold tickets. `accessCode` is set for a hidden ticket type. */
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
  /** Acts, the headliner first: the key of a demo person, or a name as printed on the bill. */
  lineUp: readonly string[]
  capacity: number
  age: number | null
  text: string
  tickets: readonly SeedTicketType[]
  /** For events without ticket types: the price at the door in dollars, and how many tickets are left. */
  doorTickets?: readonly [dollars: number, left: number]
  status?: 'draft' | 'postponed' | 'cancelled'
  /** For drafts: only the city of the venue is known so far. */
  isVenueOpen?: boolean
  isPrivate?: boolean
  /**
   * The postponement or cancellation: its reason, and how many days ago it happened (or before the event, if that is
   * over). `movedFrom` is the previous date.
   */
  change?: { reason: string; daysAgo: number; movedFrom?: LocalTime }
}
