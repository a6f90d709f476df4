import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './booking-page.module.css'

/** The page for a booking that doesn't exist or that the reader is not a side of. */
export function BookingNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Booking not found"
        action={<AnchorButton href="/dashboard/bookings">Back to Bookings</AnchorButton>}
      >
        It doesn’t exist, or it’s between two other people.
      </EmptyState>
    </div>
  )
}

export function BookingFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      isPageTitle
      title="The booking couldn’t be loaded"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {getErrorMessage(error)}
    </EmptyState>
  )
}

export function BookingLoading() {
  return (
    <section aria-label="Loading booking" aria-busy="true">
      <div className={styles.head} style={{ marginTop: '3rem' }}>
        <Skeleton width="4rem" ratio="4/5" />
        <div className="stack">
          <Skeleton width="16rem" height="2rem" />
          <Skeleton width="12rem" height="1rem" />
        </div>
      </div>
      <div className={styles.columns}>
        <Skeleton height="24rem" />
        <Skeleton height="28rem" />
      </div>
    </section>
  )
}
