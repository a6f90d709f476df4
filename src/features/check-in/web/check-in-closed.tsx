import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Spinner } from '~/design/spinner'
import styles from './check-in.module.css'
import { CheckInHead } from './check-in-head'
import type { CheckInPageProps } from './check-in-page-props'
import type { ShiftState } from './shift-view'

export function CheckInLoadingPage({ event, counts, back }: CheckInPageProps) {
  return (
    <main id="main" className={styles.column}>
      <CheckInHead
        event={event}
        inside={counts.tickets.checkedIn + counts.guests.checkedIn}
        expected={counts.tickets.expected + counts.guests.expected}
        entrance={undefined}
        back={back}
        onLeave={() => false}
        onEntrance={() => undefined}
      />
      <ListLoading />
    </main>
  )
}

function ListLoading() {
  return (
    <output className={styles.loading}>
      <Spinner />
      Loading the list
    </output>
  )
}

/** Explains why there is no list of attendees. */
export function CheckInClosed({
  state,
  head,
  onRetry,
}: {
  state: ShiftState
  head: ReactNode
  onRetry: () => void
}) {
  return (
    <main id="main" className={styles.column}>
      {head}
      {state === 'opening' || state === 'ready' ? (
        <ListLoading />
      ) : (
        <Reason state={state} onRetry={onRetry} />
      )}
    </main>
  )
}

function Reason({ state, onRetry }: { state: 'failed' | 'signed_out' | 'no_access'; onRetry: () => void }) {
  if (state === 'signed_out')
    return (
      <EmptyState
        isPageTitle
        className={styles.message}
        title="You’re signed out."
        action={
          <AnchorButton
            variant="primary"
            href={`/auth?tab=sign-in&next=${encodeURIComponent(location.pathname)}`}
          >
            Sign in
          </AnchorButton>
        }
      >
        The list was removed from this phone. Unsent scans will be sent once you sign in again.
      </EmptyState>
    )
  if (state === 'no_access')
    return (
      <EmptyState isPageTitle className={styles.message} title="You can no longer check in at this event.">
        The organizer removed you from the check-in team. The list was removed from this phone.
      </EmptyState>
    )
  return (
    <EmptyState
      isPageTitle
      className={styles.message}
      title="The list couldn’t be loaded."
      action={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      There is no list on this phone yet. Once it has loaded, check-in also works offline.
    </EmptyState>
  )
}
