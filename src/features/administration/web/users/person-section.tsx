import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './user-page.module.css'

type Reading = {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: unknown
  refetch: () => Promise<unknown>
}
type PagedReading = Reading & Parameters<typeof ShowMore>[0]['list']

type PersonPartProps = {
  title: string
  reading: Reading | PagedReading
  /** Undefined until the list has loaded. */
  count: number | undefined
  empty: string
  end?: ReactNode
  more?: ReactNode
  children: ReactNode
}

export function PersonSection({ title, reading, count, empty, end, more, children }: PersonPartProps) {
  const { isPending, isError, isFetching, error, refetch } = reading
  return (
    <section data-client-links>
      <div className={classNames('row between', styles.partHead)}>
        <h2 className="title-3">{title}</h2>
        {end}
      </div>
      {isPending && (
        <section className="stack" aria-busy="true" aria-label={`Loading ${title.toLowerCase()}`}>
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </section>
      )}
      {isError && count === undefined && (
        <div className="row wrap" role="alert">
          <p className="muted">{getErrorMessage(error)}</p>
          <Button size="sm" busy={isFetching && 'Trying'} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {count === 0 && <p className="muted">{empty}</p>}
      {count !== undefined && count > 0 && children}
      {more}
      {more === undefined && 'hasNextPage' in reading && (
        <ShowMore list={reading} size="sm" className={styles.more} />
      )}
    </section>
  )
}
