import { ArrowLeft } from 'lucide-react'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { buttonClass } from '~/design/button-class'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import './edit-page.css'
import './flyer-aside.css'

/** For an address that is no event, and for whoever is not among its people. */
export function DraftNotFound() {
  return (
    <div className="ed edm" data-client-links>
      <EmptyState
        isPageTitle
        title="Event not found"
        action={<AnchorButton href="/dashboard/events">Back to My Events</AnchorButton>}
      >
        It does not exist, or somebody else looks after it.
      </EmptyState>
    </div>
  )
}

export function DraftFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="ed edm">
      <EmptyState
        isPageTitle
        title="The event could not be loaded"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <span role="alert">{errorMessage(error)}</span>
      </EmptyState>
    </div>
  )
}

/** At the head of the editor, also before there is anything to edit. */
export function BackToEvents() {
  return (
    <a className={buttonClass({ variant: 'ghost' }, 'ic')} href="/dashboard/events" aria-label="My Events">
      <Icon of={ArrowLeft} />
    </a>
  )
}

export function DraftLoading() {
  return (
    <section className="ed" aria-label="Loading event" aria-busy="true" data-client-links>
      <div className="edh">
        <BackToEvents />
        <Skeleton width="min(14rem, 60%)" height="2.5rem" />
      </div>
      <div className="edg">
        <div className="edn">
          <Skeleton height="16rem" />
        </div>
        <div className="edf">
          <Skeleton height="3rem" />
          <Skeleton height="7rem" />
          <Skeleton height="12rem" />
        </div>
        <div className="edp">
          <Skeleton ratio="4/5" />
        </div>
      </div>
    </section>
  )
}
