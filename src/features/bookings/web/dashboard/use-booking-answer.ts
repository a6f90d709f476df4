import { useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { BookingDetail } from '../../contract-shapes'
import { bookingQuery, bookings } from '../queries'

export function useBookingAnswer() {
  const queryClient = useQueryClient()
  return {
    /** After an answer: stores the updated booking and refetches lists, counts and calendars. */
    take: (booking: BookingDetail) => {
      queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking)
      void queryClient.invalidateQueries({ queryKey: bookings.key() })
    },
    /** After a failed answer: shows the error, and refetches if the booking has changed in the meantime. */
    refuse: (error: unknown) => {
      notify.error(getErrorMessage(error))
      if (
        hasErrorCode(error, 'CHANGED') ||
        hasErrorCode(error, 'NOT_ALLOWED') ||
        hasErrorCode(error, 'NOT_FOUND')
      )
        void queryClient.invalidateQueries({ queryKey: bookings.key() })
    },
  }
}
