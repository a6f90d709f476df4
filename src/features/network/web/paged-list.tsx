import type { ReactNode } from 'react'
import { LoadFailed, ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './network.module.css'

/** The part of an infinite query that PagedList needs. */
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
  /** The number of rows; undefined until they have loaded. */
  count: number | undefined
  /** The plural of the items, such as `connections`. */
  things: string
  /** The singular of the items, such as `connection`. */
  thing: string
  empty: ReactNode
  children: ReactNode
}

/**
 * A list that shows its state (loading, failed or empty) or its rows with Show more. Screen readers announce the
 * count.
 */
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
      {list.isError && count === undefined && (
        <LoadFailed message={getErrorMessage(list.error)} list={list} />
      )}
      {count === 0 && empty}
      {hasRows && <div aria-busy={list.isPlaceholderData}>{children}</div>}
      {hasRows && list.hasNextPage && (
        <div>
          <ShowMore list={list} variant="outline" size="lg" />
        </div>
      )}
      {hasRows && list.isError && (
        <p className="muted" role="alert">
          {getErrorMessage(list.error)}
        </p>
      )}
    </>
  )
}
