import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListLoading } from '~/design/list-parts'
import { Skeleton } from '~/design/skeleton'

/** For an address that is no event, and for whoever has nothing to do with its guests. */
export function PeopleNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Event not found"
        action={<AnchorButton href="/dashboard/events">Back to My Events</AnchorButton>}
      >
        It does not exist, or somebody else looks after its guests.
      </EmptyState>
    </div>
  )
}

export function PeopleLoading() {
  return (
    <div className="content-width" data-full-width>
      <Skeleton width="12rem" height="2.5rem" />
      <ListLoading label="Loading guests" />
    </div>
  )
}
