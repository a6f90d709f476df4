import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { EmptyState } from '~/design/empty-state'
import { ListFailed, ListLoading, Pages } from '~/design/list-parts'
import { SearchField } from '~/design/search-field'
import { useSettledQuery } from '~/design/use-settled-query'
import { formatCount } from '~/lib/count'
import { positionWords } from '~/lib/list-position'
import { errorMessage } from '~/platform/rpc/errors'
import { type BookingsSearch, STATUSES } from './bookings-search'
import { BookingsTable } from './bookings-table'
import { allBookingCountsQuery, allBookingsQuery } from './queries'
import './bookings.css'

type BookingsPageProps = {
  search: BookingsSearch
  /** `typed`: what was said letter by letter is one step of the way back, not many. */
  onSearchChange: (search: BookingsSearch, how?: 'typed') => void
  /** `2026` */
  thisYear: string
}

/** AD-10: what the two sides of each booking do is seen here, and left to them. */
export function BookingsPage({ search, onSearchChange, thisYear }: BookingsPageProps) {
  const [typed, setTyped] = useSettledQuery(search.q ?? '', (q) =>
    onSearchChange({ status: search.status, q: q || undefined }, 'typed'),
  )
  return (
    <div className="lp ab">
      <div className="row between wrapf ab-head">
        <h1 className="t1">Bookings</h1>
        <SearchField
          label="Search bookings"
          placeholder="Client, DJ or place"
          maxLength={100}
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      <div className="row between wrapf ab-filters">
        <StatusChips search={search} onSearchChange={onSearchChange} />
        <p className="small m3">Read only. The two sides run their own bookings.</p>
      </div>
      <BookingsList search={search} onSearchChange={onSearchChange} thisYear={thisYear} />
    </div>
  )
}

function StatusChips({ search, onSearchChange }: Omit<BookingsPageProps, 'thisYear'>) {
  const { data: counts } = useQuery(allBookingCountsQuery())
  const chips = [
    { status: undefined, label: 'All' },
    ...STATUSES.map((status) => ({ status, label: status })),
  ]
  return (
    <ChipGroup label="Status" scroll>
      {chips.map(({ status, label }) => (
        <Chip
          key={label}
          pressed={search.status === status}
          onClick={() => onSearchChange({ q: search.q, status })}
        >
          {label} {counts && <span className="ab-n">{formatCount(counts[status ?? 'all'])}</span>}
        </Chip>
      ))}
    </ChipGroup>
  )
}

function BookingsList({ search, onSearchChange, thisYear }: BookingsPageProps) {
  const list = useQuery(allBookingsQuery(search))
  const { data: counts } = useQuery(allBookingCountsQuery())
  const { data } = list
  if (list.isError)
    return (
      <ListFailed
        title="Failed to load bookings"
        why={errorMessage(list.error)}
        isTrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (!data) return <ListLoading label="Loading bookings" />
  const { bookings, from, nextCursor } = data
  if (bookings.length === 0) {
    const isFiltered = search.q !== undefined || search.status !== undefined || search.after !== undefined
    return (
      <EmptyState
        title={isFiltered ? 'No bookings match that' : 'No bookings yet'}
        action={isFiltered && <Button onClick={() => onSearchChange({})}>Show all bookings</Button>}
      />
    )
  }
  const last = nextCursor === null ? from + bookings.length - 1 : undefined
  const total = search.q === undefined ? counts?.[search.status ?? 'all'] : last
  return (
    <>
      <BookingsTable rows={bookings} isStale={list.isPlaceholderData} thisYear={thisYear} />
      <Pages data={data} onTurn={(turn) => onSearchChange({ q: search.q, status: search.status, ...turn })}>
        {positionWords(from, bookings.length, total)}
      </Pages>
    </>
  )
}
