import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { Button } from './button'
import { Icon } from './icon'
import { Skeleton } from './skeleton'
import { notify } from './toast'
import { classNames } from './class-names'
import { EmptyBox } from './empty-state'
import styles from './list-sections.module.css'

/** Cursors of a page of a list, as in the URL. */
export type PageCursor = { after?: string | undefined; before?: string | undefined }

type PagesProps = {
  data: { previousCursor: string | null; nextCursor: string | null }
  onPageChange: (page: PageCursor) => void
  /** The position in the list, such as `1–25 of 2,316`. Omit it if the list's header shows it. */
  children?: ReactNode
}

/** Previous and Next below a list that pages in both directions. */
export function PageButtons({ data: { previousCursor, nextCursor }, onPageChange, children }: PagesProps) {
  const isOnePage = previousCursor === null && nextCursor === null
  if (isOnePage && children === undefined) return null
  const buttons = (
    <>
      <Button
        size="sm"
        icon={ArrowLeft}
        aria-disabled={previousCursor === null || undefined}
        onClick={() => previousCursor !== null && onPageChange({ before: previousCursor })}
      >
        Previous
      </Button>
      <Button
        size="sm"
        aria-disabled={nextCursor === null || undefined}
        onClick={() => nextCursor !== null && onPageChange({ after: nextCursor })}
      >
        Next
        <Icon of={ArrowRight} />
      </Button>
    </>
  )
  return (
    <nav className={classNames('row between', styles.pages)} aria-label="Pages">
      {children === undefined ? (
        buttons
      ) : (
        <>
          <output className="small faint">{children}</output>
          {!isOnePage && <span className="row">{buttons}</span>}
        </>
      )}
    </nav>
  )
}

type ReadQuery<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type LoadedListProps<Data> = {
  list: ReadQuery<Data>
  things: string
  reason: string
  children: (data: Data) => ReactNode
}

export function LoadedList<Data>({ list, things, reason, children }: LoadedListProps<Data>) {
  if (list.isError)
    return (
      <ListFailed
        title={`Failed to load ${things}`}
        reason={reason}
        isTrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  return list.data === undefined ? <ListLoading label={`Loading ${things}`} /> : children(list.data)
}

type FailedProps = { title: string; reason: string; isTrying: boolean; onRetry: () => void }

/** Shows the error in place of the list and as a toast, because the list may already have been on screen. */
function ListFailed({ title, reason, isTrying, onRetry }: FailedProps) {
  useEffect(() => {
    if (isTrying) return undefined
    notify.error(title, { detail: reason, about: title })
    return () => notify.dismiss(title)
  }, [title, reason, isTrying])
  return (
    <EmptyBox role="alert">
      <p className="lead">{title}</p>
      <p className="muted">{reason}</p>
      <Button busy={isTrying && 'Trying'} onClick={onRetry}>
        Try again
      </Button>
    </EmptyBox>
  )
}

export function ListLoading({ label }: { label: string }) {
  return (
    <section className={classNames('stack', styles.loading)} aria-busy="true" aria-label={label}>
      {Array.from({ length: 10 }, (_, place) => (
        <Skeleton key={place} height="2.25rem" />
      ))}
    </section>
  )
}

export function ListBody({ isStale, className, ...rest }: ComponentProps<'div'> & { isStale: boolean }) {
  return <div {...rest} className={classNames(styles.list, className)} aria-busy={isStale || undefined} />
}
