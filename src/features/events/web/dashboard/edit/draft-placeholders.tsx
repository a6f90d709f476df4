import { ArrowLeft } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { buttonClass } from '~/design/button-class'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './edit-page.module.css'
import flyer from './flyer-aside.module.css'

/** Shown for an unknown event and to people who are not on its team. */
export function DraftNotFound() {
  return (
    <div className={classNames(styles.page, styles.state)} data-client-links>
      <EmptyState
        isPageTitle
        title="Event not found"
        action={<AnchorButton href="/dashboard/events">Back to My Events</AnchorButton>}
      >
        It doesn’t exist, or you’re not on its team.
      </EmptyState>
    </div>
  )
}

export function DraftFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classNames(styles.page, styles.state)}>
      <EmptyState
        isPageTitle
        title="The event couldn’t be loaded"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <span role="alert">{getErrorMessage(error)}</span>
      </EmptyState>
    </div>
  )
}

/** The back link at the top of the editor, also shown while the event loads. */
export function BackToEvents() {
  return (
    <a
      className={buttonClass({ variant: 'ghost', iconOnly: true })}
      href="/dashboard/events"
      aria-label="My Events"
    >
      <Icon of={ArrowLeft} />
    </a>
  )
}

export function DraftLoading() {
  return (
    <section className={styles.page} aria-label="Loading event" aria-busy="true" data-client-links>
      <div className={styles.head}>
        <BackToEvents />
        <Skeleton width="min(14rem, 60%)" height="2.5rem" />
      </div>
      <div className={styles.layout}>
        <div className={styles.sections}>
          <Skeleton height="16rem" />
        </div>
        <div className={styles.form}>
          <Skeleton height="3rem" />
          <Skeleton height="7rem" />
          <Skeleton height="12rem" />
        </div>
        <div className={flyer.aside}>
          <Skeleton ratio="4/5" />
        </div>
      </div>
    </section>
  )
}
