import { useInfiniteQuery } from '@tanstack/react-query'
import { Note } from '~/design/note'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import type { BookingStatus } from '../../contract-shapes'
import { bookingsQuery } from '../queries'
import { BookingTable } from './booking-table'
import styles from './bookings-list.module.css'

type BookingSectionProps = {
  period: 'ahead' | 'past'
  status: BookingStatus | undefined
  q: string
  /** True if the page shows no other list. */
  isAlone: boolean
  thisYear: string
}

/** Shows one of the two lists in pages: upcoming bookings, soonest first, or past ones, latest first. */
export function BookingSection({ period, status, q, isAlone, thisYear }: BookingSectionProps) {
  const list = useInfiniteQuery(bookingsQuery(period, status, q))
  const rows = list.data?.pages.flatMap((page) => page.bookings) ?? []
  const isPast = period === 'past'
  if (isPast && !isAlone && list.data && rows.length === 0) return null
  return (
    <section
      className={styles.section}
      aria-label={isPast ? 'Played' : 'Coming up'}
      aria-busy={list.isPending}
    >
      {isPast && <h2 className="title-2">{status === 'cancelled' ? 'Before today' : 'Played'}</h2>}
      {list.isPending && <RowsLoading />}
      {list.isError && !list.data && (
        <Note tone="red" role="alert">
          {errorMessage(list.error)}{' '}
          <button type="button" className="link" onClick={() => void list.refetch()}>
            Try again
          </button>
        </Note>
      )}
      {list.data && rows.length === 0 && (
        <p className="muted">{q === '' ? describeEmpty(period, status) : `No bookings match “${q}”.`}</p>
      )}
      {rows.length > 0 && (
        <BookingTable
          rows={rows}
          label={isPast ? 'Played' : 'Coming up'}
          isBare={isPast}
          thisYear={thisYear}
        />
      )}
      <ShowMore list={list} variant="outline" />
    </section>
  )
}

function describeEmpty(period: 'ahead' | 'past', status: BookingStatus | undefined): string {
  if (status === 'pending') return 'No bookings are waiting for an answer.'
  if (status === 'confirmed') return 'No confirmed bookings ahead.'
  if (status === 'completed') return 'No completed bookings yet.'
  if (status === 'cancelled') return 'No cancelled bookings ahead.'
  return period === 'ahead' ? 'No bookings ahead.' : 'No completed bookings yet.'
}

function RowsLoading() {
  return (
    <div className="stack" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height="4.5rem" />
      ))}
    </div>
  )
}
