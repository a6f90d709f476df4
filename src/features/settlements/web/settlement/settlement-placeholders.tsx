import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import styles from './settlement.module.css'

/** The page for a settlement that doesn't exist, or whose event the person neither organizes nor shares in. */
export function SettlementNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Settlement not found"
        action={<AnchorButton href="/dashboard/bookings">Back to Bookings</AnchorButton>}
      >
        The event doesn’t exist, or you don’t share in its income.
      </EmptyState>
    </div>
  )
}

export function SettlementLoading() {
  return (
    <section aria-label="Loading settlement" aria-busy="true" data-full-width>
      <div className={styles.head}>
        <Skeleton width="18rem" height="5rem" />
      </div>
      <div className={styles.columns}>
        <Skeleton height="32rem" />
        <Skeleton height="26rem" />
      </div>
    </section>
  )
}
