import { useEffect, useEffectEvent } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './room-pane.module.css'

export function NoRoomChosen() {
  return (
    <section className={styles.room} aria-label="Room">
      <EmptyState className={styles.notice} title="Select a room to start chatting" />
    </section>
  )
}

/** The room doesn't exist or the reader may not see it; both look the same. */
export function RoomNotFound({ listHref }: { listHref: string }) {
  return (
    <section className={styles.room} aria-label="Room" data-client-links>
      <EmptyState
        className={styles.notice}
        title="Room not found"
        action={
          <AnchorButton className="phone-only" href={listHref}>
            Rooms
          </AnchorButton>
        }
      >
        It doesn’t exist, or you don’t have access.
      </EmptyState>
    </section>
  )
}

type RoomFailedProps = { error: unknown; onRetry: () => void; isRetrying: boolean; listHref: string }

export function RoomFailed({ error, onRetry, isRetrying, listHref }: RoomFailedProps) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    notify.error('Failed to load chat room', { action: { label: 'Try again', onClick: () => retry() } })
    // The error toast is outdated once this error page is gone.
    return () => notify.dismiss()
  }, [])
  return (
    <section className={styles.room} aria-label="Room" data-client-links>
      <EmptyState
        className={styles.notice}
        title="The room couldn’t be loaded"
        action={
          <div className={classNames('row wrap', styles.actions)}>
            <AnchorButton className="phone-only" href={listHref}>
              Rooms
            </AnchorButton>
            <Button busy={isRetrying && 'Trying'} onClick={onRetry}>
              Try again
            </Button>
          </div>
        }
      >
        {getErrorMessage(error)}
      </EmptyState>
    </section>
  )
}

export function RoomLoading() {
  return (
    <section className={styles.room} aria-label="Loading room" aria-busy="true">
      <div className={styles.head}>
        <div className="stack" style={{ '--s': '0.375rem' } as React.CSSProperties}>
          <Skeleton width="10rem" height="1.25rem" />
          <Skeleton width="16rem" height="0.875rem" />
        </div>
      </div>
      <div className={styles.loading}>
        <Skeleton width="60%" height="2.5rem" />
        <Skeleton width="40%" height="2.5rem" />
        <Skeleton width="50%" height="2.5rem" />
      </div>
    </section>
  )
}
