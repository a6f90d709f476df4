import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { FilterChips } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListSearch } from '~/design/list-search'
import { formatCount } from '~/lib/count'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { BookingStatus } from '../../contract-shapes'
import { bookingCountsQuery, bookingsQuery } from '../queries'
import { AnswerSheet } from './next-booking-to-answer'
import { listPeriods, STATUSES } from './bookings-search'
import styles from './bookings-list.module.css'
import { Note } from '~/design/note'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { BookingTable } from './booking-table'

type BookingSectionProps = {
  period: 'ahead' | 'past'
  status: BookingStatus | undefined
  q: string
  /** True if the status filter hides the list of the other period, so this is the only list on the page. */
  isAlone: boolean
  thisYear: string
}

type BookingsListProps = {
  status: BookingStatus | undefined
  onStatus: (status: BookingStatus | undefined) => void
  q: string
  onQuery: (q: string) => void
  djPath: string | undefined
  thisYear: string
}

export function BookingsList({ status, onStatus, q, onQuery, djPath, thisYear }: BookingsListProps) {
  const counts = useQuery(bookingCountsQuery())
  if (counts.isError && !counts.data) {
    return (
      <EmptyState
        title="Bookings couldn’t be loaded"
        action={<Button onClick={() => void counts.refetch()}>Try again</Button>}
      >
        {getErrorMessage(counts.error)}
      </EmptyState>
    )
  }
  if (counts.data?.all === 0) return <NoBookings djPath={djPath} />
  return (
    <>
      {counts.data?.next && <AnswerSheet booking={counts.data.next} />}
      <ListSearch
        label="Search bookings"
        placeholder="Name, place or event"
        className={styles.search}
        q={q}
        onSettled={(query = '') => onQuery(query)}
      />
      <div className={classNames('row between wrap', styles.filters)}>
        <FilterChips
          label="Status"
          filters={['all', ...STATUSES]}
          counts={counts.data}
          value={status ?? 'all'}
          onChange={(name) => onStatus(name === 'all' ? undefined : name)}
        />
        <p className="small faint">{counts.data && describeAwaiting(counts.data)}</p>
      </div>
      {listPeriods(status).map((period) => (
        <BookingSection
          key={period}
          period={period}
          status={status}
          q={q}
          isAlone={listPeriods(status).length === 1}
          thisYear={thisYear}
        />
      ))}
    </>
  )
}

/** `1 waits for your answer, 2 for theirs` */
function describeAwaiting(counts: { awaitingYou: number; awaitingThem: number }): string {
  const { awaitingYou, awaitingThem } = counts
  const chooseVerb = (n: number) => (n === 1 ? 'waits' : 'wait')
  if (awaitingYou === 0 && awaitingThem === 0) return ''
  if (awaitingYou === 0) return `${formatCount(awaitingThem)} ${chooseVerb(awaitingThem)} for their answer`
  const yours = `${formatCount(awaitingYou)} ${chooseVerb(awaitingYou)} for your answer`
  return awaitingThem === 0 ? yours : `${yours}, ${formatCount(awaitingThem)} for theirs`
}

function NoBookings({ djPath }: { djPath: string | undefined }) {
  if (djPath === undefined) {
    return (
      <EmptyState title="No bookings yet" action={<AnchorButton href="/discover">Find a DJ</AnchorButton>}>
        Choose a day on a DJ’s page and send a request. Their answer appears here.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No bookings yet" action={<AnchorButton href={djPath}>Open your page</AnchorButton>}>
      Clients request bookings on your page. Share it, and their requests appear here.
    </EmptyState>
  )
}

/** Shows one of the two lists in pages: upcoming bookings, soonest first, or past ones, latest first. */
function BookingSection({ period, status, q, isAlone, thisYear }: BookingSectionProps) {
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
          {getErrorMessage(list.error)}{' '}
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
  if (status === 'confirmed') return 'No upcoming confirmed bookings.'
  if (status === 'completed') return 'No completed bookings yet.'
  if (status === 'cancelled') return 'No upcoming canceled bookings.'
  return period === 'ahead' ? 'No upcoming bookings.' : 'No completed bookings yet.'
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
