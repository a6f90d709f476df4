import { useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import type { BookingDetail } from '../../contract-shapes'
import { bookingQuery, bookings } from '../queries'

/** What follows an answer to a booking, wherever it was given. */
export function useBookingAnswer() {
  const queryClient = useQueryClient()
  return {
    /** The booking as it now is; lists, counts and calendars are read again. */
    take: (booking: BookingDetail) => {
      queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking)
      void queryClient.invalidateQueries({ queryKey: bookings.key() })
    },
    /** Says why it failed; when somebody was faster, the page shows what they did. */
    refuse: (error: unknown) => {
      notify.error(errorMessage(error))
      if (hasCode(error, 'CHANGED') || hasCode(error, 'NOT_ALLOWED') || hasCode(error, 'NOT_FOUND'))
        void queryClient.invalidateQueries({ queryKey: bookings.key() })
    },
  }
}
