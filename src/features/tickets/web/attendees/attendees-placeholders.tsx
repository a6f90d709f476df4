import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListLoading } from '~/design/list-sections'
import { Skeleton } from '~/design/skeleton'

/** For an event that does not exist, or whose attendees the caller may not see. */
export function AttendeesNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Event not found"
        action={<AnchorButton href="/dashboard/events">Back to My Events</AnchorButton>}
      >
        It does not exist, or another organizer manages its guests.
      </EmptyState>
    </div>
  )
}

export function AttendeesLoading() {
  return (
    <div data-full-width>
      <Skeleton width="12rem" height="2.5rem" />
      <ListLoading label="Loading guests" />
    </div>
  )
}
