import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useReaderZone } from '~/design/use-reader-zone'
import { AdminBookingPage } from '~/features/administration/web/bookings/booking-page'
import {
  AdminBookingLoading,
  AdminBookingNotFound,
} from '~/features/administration/web/bookings/booking-placeholders'
import { adminBookingQuery } from '~/features/administration/web/bookings/queries'
import { DealSheet } from '~/features/bookings/web/dashboard/deal-sheet'
import { BookingTrail } from '~/features/bookings/web/dashboard/booking-trail'
import { formatZoneNote } from '~/lib/time'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/bookings/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { title, number } = await resolveOrThrowNotFound(queryClient.ensureQueryData(adminBookingQuery(id)))
    return { title: `${title}, ${number}` }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.title ?? 'Booking not found'),
  pendingMs: 300,
  pendingComponent: () => <AdminBookingLoading />,
  notFoundComponent: () => <AdminBookingNotFound />,
  errorComponent: ScreenFailed,
  component: BookingRoute,
})

/** The same booking page and history that both parties see. */
function BookingRoute() {
  const { id } = Route.useParams()
  const { data: booking } = useSuspenseQuery(adminBookingQuery(id))
  const { startsAt, timezone } = booking.terms
  const readerZone = useReaderZone()
  const note = readerZone && formatZoneNote(startsAt, timezone, readerZone)
  return (
    <AdminBookingPage
      booking={booking}
      deal={<DealSheet booking={booking} />}
      trail={<BookingTrail booking={booking} zoneNote={note} />}
    />
  )
}
