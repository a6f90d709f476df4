import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { FilterChips } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { LoadedList, PageButtons, ListBody } from '~/design/list-sections'
import { ListSearch } from '~/design/list-search'
import { formatStatus } from '~/lib/format-status'
import { formatPosition } from '~/lib/list-position'
import { getErrorMessage } from '~/platform/rpc/errors'
import { type BookingsSearch, STATUSES } from './bookings-search'
import { allBookingCountsQuery, allBookingsQuery } from './queries'
import styles from './bookings.module.css'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { Table } from '~/design/table'
import type { BookingPerson, BookingRow } from '../../contract-bookings'
import { toUserPath } from '../users/user-format'
import { formatDate, formatPersonName, formatEventDate, statusTones, toBookingPath } from './booking-format'

type BookingsTableProps = {
  rows: readonly BookingRow[]
  isStale: boolean
  /** The current year, such as `2026`. Dates of other years show their year. */
  thisYear: string
}

type BookingsPageProps = {
  search: BookingsSearch
  /** With `typed`, the browser history entry is replaced, so that Back undoes a whole search. */
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
        <p className="small faint">Read only. Only the client and the DJ can change a booking.</p>
      </div>
      <BookingsList search={search} onSearchChange={onSearchChange} thisYear={thisYear} />
    </div>
  )
}

function BookingsList({ search, onSearchChange, thisYear }: BookingsPageProps) {
  const list = useQuery(allBookingsQuery(search))
  const { data: counts } = useQuery(allBookingCountsQuery())
  return (
    <LoadedList list={list} things="bookings" reason={getErrorMessage(list.error)}>
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
            <PageButtons
              data={page}
              onPageChange={(turn) => onSearchChange({ q: search.q, status: search.status, ...turn })}
            >
              {formatPosition(from, bookings.length, total)}
            </PageButtons>
          </>
        )
      }}
    </LoadedList>
  )
}

function BookingsTable({ rows, isStale, thisYear }: BookingsTableProps) {
  return (
    <ListBody isStale={isStale} data-client-links>
      <Table
        label="Bookings, table"
        stacked
        className={styles.table}
        caption="Bookings"
        columns={['Client', 'DJ', 'Event date', 'Type', 'Location', 'Status', 'Created']}
      >
        {rows.map((booking) => (
          <tr key={booking.id} data-row>
            <td className="text">
              <Person person={booking.client} />
            </td>
            <td className="text">
              <Person person={booking.dj} isStrong />
            </td>
            <td>
              <a className={classNames('bold no-wrap', styles.open)} href={toBookingPath(booking.id)}>
                {formatEventDate(booking.startsAt, booking.timezone)}
                <span className="visually-hidden">, booking {booking.number}</span>
              </a>
            </td>
            <td className="muted">{booking.eventType}</td>
            <td className="text muted">{booking.location}</td>
            <td>
              <Badge tone={statusTones[booking.status]}>{formatStatus(booking.status)}</Badge>
            </td>
            <td className="muted hide plain-weight">{formatDate(booking.createdAt, thisYear)}</td>
          </tr>
        ))}
      </Table>
    </ListBody>
  )
}

function Person({ person, isStrong = false }: { person: BookingPerson | null; isStrong?: boolean }) {
  const name = isStrong ? (
    <b className="bold">{formatPersonName(person)}</b>
  ) : (
    <span>{formatPersonName(person)}</span>
  )
  if (!person) return <span className={classNames('row faint', styles.person)}>{name}</span>
  return (
    <a className={classNames('row', styles.person)} href={toUserPath(person.id)}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={32} />
      {name}
    </a>
  )
}
