import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useReaderZone } from '~/design/use-reader-zone'
import { WholeBookingPage } from '~/features/administration/web/bookings/booking-page'
import {
  WholeBookingLoading,
  WholeBookingNotFound,
} from '~/features/administration/web/bookings/booking-states'
import { wholeBookingQuery } from '~/features/administration/web/bookings/queries'
import { DealSheet } from '~/features/bookings/web/desk/deal-sheet'
import { PaperTrail } from '~/features/bookings/web/desk/paper-trail'
import { zoneNote } from '~/lib/time'
import { ScreenFailed } from './-app-shell/screen-failed'
import { orNotFound } from './-frame/or-not-found'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/bookings/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { title, number } = await orNotFound(queryClient.ensureQueryData(wholeBookingQuery(id)))
    return { title: `${title}, ${number}` }
  },
  head: ({ match, loaderData }) => privateHead(match, loaderData?.title ?? 'Booking not found'),
  pendingMs: 300,
  pendingComponent: () => <WholeBookingLoading />,
  notFoundComponent: () => <WholeBookingNotFound />,
  errorComponent: ScreenFailed,
  component: BookingRoute,
})

/** The same booking page and history that both parties see. */
function BookingRoute() {
  const { id } = Route.useParams()
  const { data: booking } = useSuspenseQuery(wholeBookingQuery(id))
  const { startsAt, timezone } = booking.terms
  const readerZone = useReaderZone()
  const note = readerZone && zoneNote(startsAt, timezone, readerZone)
  return (
    <WholeBookingPage
      booking={booking}
      deal={<DealSheet booking={booking} />}
      trail={<PaperTrail booking={booking} zoneNote={note} />}
    />
  )
}
