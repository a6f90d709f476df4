import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListLoading } from '~/design/list-sections'
import { Skeleton } from '~/design/skeleton'

/** For an event that does not exist, or whose refunds the caller can't see. */
export function EventRefundsNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Event not found"
        action={<AnchorButton href="/dashboard/events">Back to My Events</AnchorButton>}
      >
        It doesn’t exist, or another organizer manages its refunds.
      </EmptyState>
    </div>
  )
}

export function EventRefundsLoading() {
  return (
    <div>
      <Skeleton width="min(18rem, 100%)" height="2.5rem" />
      <ListLoading label="Loading refunds" />
    </div>
  )
}
