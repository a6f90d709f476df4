import type { SeedBooking } from './texts/bookings'

/** A demo booking with its dates resolved; amounts in whole dollars, as in the texts. */
export interface PlannedBooking extends Omit<SeedBooking, 'time' | 'daysAgo'> {
  id: string
  startsAt: Date
  endsAt: Date
  requestedAt: Date
  /** IANA name of the venue's zone. */
  zone: string
}
