import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import './people.css'

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
    <section className="in-w pe" aria-label="Loading guests" aria-busy="true">
      <Skeleton width="12rem" height="2.5rem" />
      <Rows />
    </section>
  )
}

function Rows() {
  return (
    <div className="stack pe-loading">
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} height="2.5rem" />
      ))}
    </div>
  )
}

export function ListLoading({ label }: { label: string }) {
  return (
    <section aria-label={label} aria-busy="true">
      <Rows />
    </section>
  )
}

type FailedProps = { title: string; error: unknown; isTrying: boolean; onRetry: () => void }

export function ListFailed({ title, error, isTrying, onRetry }: FailedProps) {
  return (
    <div className="empty" role="alert">
      <p className="lead">{title}</p>
      <p className="m2">{errorMessage(error)}</p>
      <Button busy={isTrying && 'Trying'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

type PagesProps = {
  page: { previousCursor: string | null; nextCursor: string | null }
  onTurn: (to: { after: string } | { before: string }) => void
}

/** The foot of a list that is read page by page, both ways. */
export function Pages({ page: { previousCursor, nextCursor }, onTurn }: PagesProps) {
  if (previousCursor === null && nextCursor === null) return null
  return (
    <nav className="row between pe-pages" aria-label="Pages">
      <Button
        size="sm"
        icon={ArrowLeft}
        aria-disabled={previousCursor === null || undefined}
        onClick={() => previousCursor !== null && onTurn({ before: previousCursor })}
      >
        Previous
      </Button>
      <Button
        size="sm"
        aria-disabled={nextCursor === null || undefined}
        onClick={() => nextCursor !== null && onTurn({ after: nextCursor })}
      >
        Next
        <Icon of={ArrowRight} />
      </Button>
    </nav>
  )
}
