import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import styles from './disputes.module.css'

/** Shown for a dispute that does not exist, and to people who may not see it. */
export function DisputeNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Dispute not found"
        action={<AnchorButton href="/dashboard/events">Back to My Events</AnchorButton>}
      >
        It doesn’t exist, or it’s about an event of another organizer.
      </EmptyState>
    </div>
  )
}

export function DisputeLoading() {
  return (
    <section aria-label="Loading dispute" aria-busy="true">
      <div className={styles.head}>
        <Skeleton width="18rem" height="2.5rem" />
      </div>
      <div className={styles.columns}>
        <Skeleton height="24rem" />
        <Skeleton height="28rem" />
      </div>
    </section>
  )
}
