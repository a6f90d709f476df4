import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { VisuallyHidden } from '~/design/visually-hidden'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { NotificationItem } from '../contract'
import { NotificationRow } from './notification-row'
import { notificationsQuery, notifications } from './queries'
import { useMarkSeen } from './use-mark-seen'
import styles from './notifications.module.css'

interface NotificationPanelProps {
  renderActions: ((notice: NotificationItem) => ReactNode) | undefined
  onLeave: () => void
}

/**
 * The panel of the bell. Notifications visible for two seconds are marked as read; those that need an answer keep their
 * buttons.
 */
export function NotificationPanel({ renderActions, onLeave }: NotificationPanelProps) {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(notificationsQuery())
  const notices = query.data?.pages.flatMap((page) => page.notices) ?? []
  const { isNew, markSeen, clearNew } = useMarkSeen(notices)
  const readAll = useMutation(
    notifications.markAllRead.mutationOptions({
      onSuccess: async () => {
        clearNew()
        await queryClient.invalidateQueries({ queryKey: notifications.key() })
      },
      onError: (error: Error) => notify.error(errorMessage(error)),
    }),
  )

  return (
    <>
      <div className={classNames('row between', styles.head)}>
        <Dialog.Title className="title-2">Notifications</Dialog.Title>
        <span className={classNames('row', styles.headActions)}>
          {notices.length > 0 && (
            <Button
              variant="ghost"
              size="sm"
              busy={readAll.isPending && 'Marking'}
              aria-disabled={!notices.some(isNew)}
              onClick={() => readAll.mutate(undefined)}
            >
              Mark all as read
            </Button>
          )}
          <Dialog.Close
            render={<IconButton size="sm" label="Close" icon={X} tooltip={false} className={styles.close} />}
          />
        </span>
      </div>
      {query.isPending && <LoadingRows />}
      {query.isError && notices.length === 0 && (
        <div className={styles.message} role="alert">
          <p>{errorMessage(query.error)}</p>
          <Button size="sm" busy={query.isFetching && 'Loading'} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {query.isSuccess && notices.length === 0 && (
        <EmptyState title="No notifications yet" className={styles.empty}>
          Requests, offers and event changes appear here.
        </EmptyState>
      )}
      {notices.length > 0 && (
        <ol>
          {notices.map((notice) => (
            <NotificationRow
              key={notice.id}
              notice={notice}
              isNew={isNew(notice)}
              now={query.dataUpdatedAt}
              actions={notice.action && renderActions?.(notice)}
              onFollow={() => {
                markSeen([notice.id])
                onLeave()
              }}
            />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className={styles.message}>
          <ShowMore list={query} size="sm" />
          {query.isFetchNextPageError && <p role="alert">{errorMessage(query.error)}</p>}
        </div>
      )}
      <div className={styles.foot} data-client-links>
        <a className="arrow-link small" href="/dashboard/settings#mail" onClick={onLeave}>
          Email settings <Icon of={ArrowRight} />
        </a>
      </div>
    </>
  )
}

function LoadingRows() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading notifications</VisuallyHidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.notice}>
          <Skeleton width="2.5rem" ratio="1" style={{ borderRadius: '50%' }} />
          <div>
            <Skeleton width="85%" height="1rem" />
            <Skeleton width="20%" height="0.75rem" style={{ marginTop: '0.5rem' }} />
          </div>
        </div>
      ))}
    </div>
  )
}
