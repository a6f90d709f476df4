import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'

/** As much of an infinite query as its states need. */
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
  /** How many rows there are; undefined while nothing was read. */
  count: number | undefined
  /** What is listed, in the plural: `connections`. */
  things: string
  /** One of them: `connection`. */
  thing: string
  empty: ReactNode
  children: ReactNode
}

/** Loading, failed, empty, or the rows with Show more; what was found is also said aloud. */
export function PagedList({ list, count, things, thing, empty, children }: PagedListProps) {
  const hasRows = count !== undefined && count > 0
  return (
    <>
      <output className="sr">
        {count !== undefined && !list.isPlaceholderData
          ? `${count} ${count === 1 ? thing : things} shown${list.hasNextPage ? ', there are more' : ''}`
          : ''}
      </output>
      {list.isPending && (
        <div className="nw-load" aria-label={`Loading ${things}`} aria-busy="true">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} height="3.5rem" />
          ))}
        </div>
      )}
      {list.isError && count === undefined && (
        <div className="empty" role="alert">
          <p className="lead">{errorMessage(list.error)}</p>
          <Button onClick={() => void list.refetch()}>Try again</Button>
        </div>
      )}
      {count === 0 && empty}
      {hasRows && <div aria-busy={list.isPlaceholderData}>{children}</div>}
      {hasRows && list.hasNextPage && (
        <div className="more">
          <Button
            variant="outline"
            size="lg"
            busy={list.isFetchingNextPage ? 'Loading' : false}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {hasRows && list.isError && (
        <p className="m2 more" role="alert">
          {errorMessage(list.error)}
        </p>
      )}
    </>
  )
}
