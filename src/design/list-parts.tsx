import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from './button'
import { Icon } from './icon'
import { Skeleton } from './skeleton'
import { notify } from './toast'
import './list-parts.css'

/** Where a page of a list begins, as its address says it. */
export type PageTurn = { after?: string | undefined; before?: string | undefined }

type PagesProps = {
  data: { previousCursor: string | null; nextCursor: string | null }
  onTurn: (page: PageTurn) => void
  /** Where one is, `1–25 of 2,316`, unless the head of the list says it. */
  children?: ReactNode
}

/** The foot of a list that is read page by page, both ways. */
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
    <nav className="row between lp-pages" aria-label="Pages">
      {children === undefined ? (
        buttons
      ) : (
        <>
          <output className="small m3">{children}</output>
          {!isOnePage && <span className="row">{buttons}</span>}
        </>
      )}
    </nav>
  )
}

type FailedProps = { title: string; why: string; isTrying: boolean; onRetry: () => void }

/** Instead of a list that did not come. It is said by a toast too, since a list that was there may have failed to come again. */
export function ListFailed({ title, why, isTrying, onRetry }: FailedProps) {
  useEffect(() => {
    if (isTrying) return undefined
    notify.error(title, { detail: why, about: title })
    return () => notify.dismiss(title)
  }, [title, why, isTrying])
  return (
    <div className="empty" role="alert">
      <p className="lead">{title}</p>
      <p className="m2">{why}</p>
      <Button busy={isTrying && 'Trying'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

export function ListLoading({ label }: { label: string }) {
  return (
    <section className="stack lp-loading" aria-busy="true" aria-label={label}>
      {Array.from({ length: 10 }, (_, place) => (
        <Skeleton key={place} height="2.25rem" />
      ))}
    </section>
  )
}
