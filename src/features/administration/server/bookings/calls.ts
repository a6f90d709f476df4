import { calls } from '../implementer'
import { listAllBookings } from './list-bookings'
import { viewBooking } from './view-booking'

export const bookingCalls = calls.bookings.router({
  list: calls.bookings.list.handler(({ context, input }) => listAllBookings(context.db, input)),
  counts: calls.bookings.counts.handler(({ context }) => context.tallies.bookings()),
  get: calls.bookings.get.handler(async ({ context, input, errors }) => {
    const booking = await viewBooking(context, input.id)
    if (!booking) throw errors.NOT_FOUND()
    return booking
  }),
})
