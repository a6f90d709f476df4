import type { ReactNode } from 'react'
import { LoadFailed, ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import styles from './network.module.css'

/** The part of an infinite query that these states need. */
interface PagedQuery {
  isPending: boolean
  isError: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

type PagedListProps = {
  list: PagedQuery
  /** Number of rows; undefined before the first load. */
  count: number | undefined
  /** Plural of what is listed: `connections`. */
  things: string
  /** Singular: `connection`. */
  thing: string
  empty: ReactNode
  children: ReactNode
}

/** Loading, failed, empty, or the rows with Show more; screen readers announce the count. */
export function PagedList({ list, count, things, thing, empty, children }: PagedListProps) {
  const hasRows = count !== undefined && count > 0
  return (
    <>
      <output className="visually-hidden">
        {count !== undefined && !list.isPlaceholderData
          ? `${count} ${count === 1 ? thing : things} shown${list.hasNextPage ? ', there are more' : ''}`
          : ''}
      </output>
      {list.isPending && (
        <div className={styles.loading} aria-label={`Loading ${things}`} aria-busy="true">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} height="3.5rem" />
          ))}
        </div>
      )}
      {list.isError && count === undefined && <LoadFailed message={errorMessage(list.error)} list={list} />}
      {count === 0 && empty}
      {hasRows && <div aria-busy={list.isPlaceholderData}>{children}</div>}
      {hasRows && list.hasNextPage && (
        <div>
          <ShowMore list={list} variant="outline" size="lg" />
        </div>
      )}
      {hasRows && list.isError && (
        <p className="muted" role="alert">
          {errorMessage(list.error)}
        </p>
      )}
    </>
  )
}
