import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { Button } from './button'
import { Icon } from './icon'
import { Skeleton } from './skeleton'
import { notify } from './toast'
import { classNames } from './class-names'
import { EmptyBox } from './empty-state'
import styles from './list-parts.module.css'

/** Where a page of a list begins, as in the address. */
export type PageTurn = { after?: string | undefined; before?: string | undefined }

type PagesProps = {
  data: { previousCursor: string | null; nextCursor: string | null }
  onTurn: (page: PageTurn) => void
  /** `1–25 of 2,316`, unless the head of the list says it. */
  children?: ReactNode
}

/** Previous and Next below a list that pages both ways. */
export function Pages({ data: { previousCursor, nextCursor }, onTurn, children }: PagesProps) {
  const isOnePage = previousCursor === null && nextCursor === null
  if (isOnePage && children === undefined) return null
  const buttons = (
    <>
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

type ListReadProps<Data> = {
  list: ReadQuery<Data>
  /** What is listed: `bookings`. */
  things: string
  /** Why reading failed. */
  why: string
  children: (data: Data) => ReactNode
}

/** A list that is loading, failed to load, or is there. */
export function ListRead<Data>({ list, things, why, children }: ListReadProps<Data>) {
  if (list.isError)
    return (
      <ListFailed
        title={`Failed to load ${things}`}
        why={why}
        isTrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  return list.data === undefined ? <ListLoading label={`Loading ${things}`} /> : children(list.data)
}

type FailedProps = { title: string; why: string; isTrying: boolean; onRetry: () => void }

/** Also shows a toast, since the failed list may have been visible before. */
function ListFailed({ title, why, isTrying, onRetry }: FailedProps) {
  useEffect(() => {
    if (isTrying) return undefined
    notify.error(title, { detail: why, about: title })
    return () => notify.dismiss(title)
  }, [title, why, isTrying])
  return (
    <EmptyBox role="alert">
      <p className="lead">{title}</p>
      <p className="muted">{why}</p>
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

/** A list around its table, which is faded while the next page loads. */
export function ListBody({ isStale, className, ...rest }: ComponentProps<'div'> & { isStale: boolean }) {
  return <div {...rest} className={classNames(styles.list, className)} aria-busy={isStale || undefined} />
}
