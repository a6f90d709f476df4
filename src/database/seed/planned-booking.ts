import type { SeedBooking } from './texts/bookings'

/** A booking of the demo with its moments worked out; amounts in whole dollars, as the texts have them. */
export interface PlannedBooking extends Omit<SeedBooking, 'when' | 'asked'> {
  id: string
  startsAt: Date
  endsAt: Date
  askedAt: Date
  /** IANA name of the venue's zone. */
  zone: string
}
