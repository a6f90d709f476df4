import { Dialog } from '@base-ui/react/dialog'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { NotificationItem } from '../contract'
import styles from './notifications.module.css'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, X } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { VisuallyHidden } from '~/design/visually-hidden'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { NotificationRow } from './notification-row'
import { notificationsQuery, notifications } from './queries'

/** Notifications count as seen once the open list has shown them for this time. */
const SEEN_AFTER_MS = 2000

interface NotificationPanelProps {
  renderActions: ((notice: NotificationItem) => ReactNode) | undefined
  onLeave: () => void
}

interface NotificationPopupProps {
  /** Receives the focus when the panel closes. */
  bell: RefObject<HTMLElement | null>
  /** The position of the panel in the viewport, in px. `isModal`: the panel covers the screen instead. */
  place: { isModal: boolean; top: number; right: number }
  renderActions: ((notice: NotificationItem) => ReactNode) | undefined
  onClose: () => void
}

/** The open panel of the bell; rendered only while it is open. */
export default function NotificationPopup({ bell, place, renderActions, onClose }: NotificationPopupProps) {
  const corner: CSSProperties & Record<'--popup-top' | '--popup-right', string> = {
    '--popup-top': `${place.top}px`,
    '--popup-right': `${place.right}px`,
  }
  return (
    <Dialog.Root
      open
      modal={place.isModal}
      onOpenChange={(isOpen, { event, reason }) => {
        // Ignores presses on the bell, whose own handler closes the panel. Closing it here too would reopen it.
        const isBell = event.target instanceof Node && bell.current?.contains(event.target)
        if (!isOpen && !(isBell && reason !== 'escape-key')) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup className={styles.popup} aria-label="Notifications" style={corner} finalFocus={bell}>
          <NotificationPanel renderActions={renderActions} onLeave={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * The panel of the bell. Notifications visible for two seconds are marked as read; those that need an answer keep their
 * buttons.
 */
function NotificationPanel({ renderActions, onLeave }: NotificationPanelProps) {
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
      onError: (error: Error) => notify.error(getErrorMessage(error)),
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
          <p>{getErrorMessage(query.error)}</p>
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
          {query.isFetchNextPageError && <p role="alert">{getErrorMessage(query.error)}</p>}
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

/**
 * Marks notifications as read once they were visible for a moment. `isNew` stays true for notifications that were
 * unread when they were loaded, so that their dots don't disappear while the person is reading. `clearNew` removes
 * the dots.
 */
function useMarkSeen(notices: readonly NotificationItem[]) {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = notices.filter(({ readAt }) => readAt === null).map(({ id }) => id)
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]))

  // Failures are not shown: the notifications stay unread until the list is viewed again.
  const { mutate } = useMutation(
    notifications.markRead.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: notifications.key() }),
    }),
  )
  const seen = unread.slice(0, 100).join()
  useEffect(() => {
    if (seen === '') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // In a hidden tab no notification counts as seen.
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => mutate({ ids: seen.split(',') }), SEEN_AFTER_MS)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [seen, mutate])

  return {
    isNew: ({ id }: NotificationItem) => fresh.has(id),
    markSeen: (ids: string[]) => {
      if (ids.some((id) => unread.includes(id))) mutate({ ids })
    },
    clearNew: () => setFresh(new Set()),
  }
}
