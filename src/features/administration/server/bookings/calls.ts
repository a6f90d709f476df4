import { calls } from '../call-implementer'
import { listAllBookings } from './list-bookings'
import { viewBooking } from './view-booking'

export const bookingCalls = calls.bookings.router({
  list: calls.bookings.list.handler(({ context, input }) => listAllBookings(context.db, input)),
  counts: calls.bookings.counts.handler(({ context }) => context.tallies.bookings()),
  get: calls.bookings.get.handler(({ context, input }) => viewBooking(context, input.id)),
})
