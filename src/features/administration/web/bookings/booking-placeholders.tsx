import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { allBookingsPath } from './booking-format'

export function AdminBookingNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Booking not found"
        action={<AnchorButton href={allBookingsPath}>Back to Bookings</AnchorButton>}
      >
        This booking doesn’t exist. Check the address.
      </EmptyState>
    </div>
  )
}

export function AdminBookingLoading() {
  return (
    <section className="stack" aria-label="Loading booking" aria-busy="true">
      <Skeleton width="6rem" height="2rem" />
      <Skeleton height="5.5rem" width="min(24rem, 100%)" />
      <Skeleton height="24rem" />
    </section>
  )
}
