import type { LocalTime } from './local-time'
import type { VenueKey } from './texts/venues'

export interface SeedBooking {
  dj: string
  client: string
  time: LocalTime
  hours: number
  venue: VenueKey
  type: string
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  dollars: number
  /** Hours in the first request. Set only if the counter-offer changed the duration. */
  requestedHours?: number
  /** What the DJ gets (hospitality) and needs (technical). Omitted for the usual terms. */
  hospitality?: string
  technical?: string
  /** Day of the request, counted back from today, or from the event if it is over. */
  daysAgo: number
  /** The title of the event that the booking belongs to. */
  event?: string
  message: string
  /** The counter-offer: its fee in dollars, and its message. */
  counter?: readonly [dollars: number, message: string]
  /** The deal of the counter-offer. Omitted for a flat fee; `percent` is the DJ's share of net. */
  deal?: SeedDeal
  cancel?: readonly [by: string, reason: string]
}

interface SeedDeal {
  kind: 'percentage' | 'guarantee' | 'split'
  percent: number
  costs?: readonly (readonly [label: string, dollars: number])[]
}

/** A demo booking with its dates resolved; amounts in whole dollars, as in the texts. */
export interface PlannedBooking extends Omit<SeedBooking, 'time' | 'daysAgo'> {
  id: string
  startsAt: Date
  endsAt: Date
  requestedAt: Date
  /** IANA name of the venue's zone. */
  zone: string
}
