import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { FilterChips } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { ListRead, Pages } from '~/design/list-parts'
import { ListSearch } from '~/design/list-search'
import { formatPosition } from '~/lib/list-position'
import { errorMessage } from '~/platform/rpc/errors'
import { type BookingsSearch, STATUSES } from './bookings-search'
import { BookingsTable } from './bookings-table'
import { allBookingCountsQuery, allBookingsQuery } from './queries'
import styles from './bookings.module.css'

type BookingsPageProps = {
  search: BookingsSearch
  /** `typed` replaces the browser history entry, so that one search is one step. */
  onSearchChange: (search: BookingsSearch, how?: 'typed') => void
  thisYear: string
}

export function BookingsPage({ search, onSearchChange, thisYear }: BookingsPageProps) {
  const { data: counts } = useQuery(allBookingCountsQuery())
  return (
    <div data-full-width>
      <div className={classNames('row between wrap', styles.head)}>
        <h1 className="title-1">Bookings</h1>
        <ListSearch
          label="Search bookings"
          placeholder="Client, DJ or place"
          className={styles.search}
          q={search.q}
          onSettled={(q) => onSearchChange({ status: search.status, q }, 'typed')}
        />
      </div>
      <div className={classNames('row between wrap', styles.filters)}>
        <FilterChips
          label="Status"
          filters={['all', ...STATUSES]}
          counts={counts}
          value={search.status ?? 'all'}
          onChange={(status) =>
            onSearchChange({ q: search.q, status: status === 'all' ? undefined : status })
          }
        />
        <p className="small faint">Read only. The two sides run their own bookings.</p>
      </div>
      <BookingsList search={search} onSearchChange={onSearchChange} thisYear={thisYear} />
    </div>
  )
}

function BookingsList({ search, onSearchChange, thisYear }: BookingsPageProps) {
  const list = useQuery(allBookingsQuery(search))
  const { data: counts } = useQuery(allBookingCountsQuery())
  return (
    <ListRead list={list} things="bookings" reason={errorMessage(list.error)}>
      {(page) => {
        const { bookings, from, nextCursor } = page
        if (bookings.length === 0) {
          const isFiltered =
            search.q !== undefined || search.status !== undefined || search.after !== undefined
          return (
            <EmptyState
              title={isFiltered ? 'No matching bookings' : 'No bookings yet'}
              action={isFiltered && <Button onClick={() => onSearchChange({})}>Show all bookings</Button>}
            />
          )
        }
        const last = nextCursor === null ? from + bookings.length - 1 : undefined
        const total = search.q === undefined ? counts?.[search.status ?? 'all'] : last
        return (
          <>
            <BookingsTable rows={bookings} isStale={list.isPlaceholderData} thisYear={thisYear} />
            <Pages
              data={page}
              onPageChange={(turn) => onSearchChange({ q: search.q, status: search.status, ...turn })}
            >
              {formatPosition(from, bookings.length, total)}
            </Pages>
          </>
        )
      }}
    </ListRead>
  )
}
