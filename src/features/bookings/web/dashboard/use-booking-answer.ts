import { useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { BookingDetail } from '../../contract-shapes'
import { bookingQuery, bookings } from '../queries'

export function useBookingAnswer() {
  const queryClient = useQueryClient()
  return {
    /** Stores the updated booking and refetches lists, counts and calendars. */
    take: (booking: BookingDetail) => {
      queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking)
      void queryClient.invalidateQueries({ queryKey: bookings.key() })
    },
    /** Shows the error and refetches, in case of a concurrent answer. */
    refuse: (error: unknown) => {
      notify.error(errorMessage(error))
      if (
        hasErrorCode(error, 'CHANGED') ||
        hasErrorCode(error, 'NOT_ALLOWED') ||
        hasErrorCode(error, 'NOT_FOUND')
      )
        void queryClient.invalidateQueries({ queryKey: bookings.key() })
    },
  }
}
