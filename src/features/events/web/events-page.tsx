import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { memoizeContent } from '~/design/memoized-content'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { LoadFailed, ShowMore } from '~/design/show-more'
import { formatCount } from '~/lib/count'
import { getErrorMessage } from '~/platform/rpc/errors'
import { Mark } from '~/design/mark'
import { Skeleton } from '~/design/skeleton'
import type { EventCard as Event, EventPage } from '../contract'
import type { DateFilter } from '../rules/event-window'
import { EventCard } from './event-card'
import { EventFilters } from './event-filters'
import { EventRows } from './event-rows'
import { type EventsSearch, toFilter, toPagesParam, withoutEmpty } from './events-search-parameters'
import { eventsQuery, PAGE } from './queries'
import cards from './event-card.module.css'
import styles from './events-page.module.css'
import { EmptyBox } from '~/design/empty-state'

const places = [1, 2, 3, 4, 5, 6] as const

type EventsPageProps = {
  search: EventsSearch
  onSearchChange: (search: EventsSearch) => void
  /** Next month according to the server, so that the first render in the browser matches. */
  nextMonth: { date: DateFilter; label: string }
}

// The number of cards that load their pictures immediately: two rows.
const EAGER = 8

export function EventsPage({ search, onSearchChange, nextMonth }: EventsPageProps) {
  const filter = toFilter(search)
  const list = useInfiniteQuery(eventsQuery(filter))
  const pages = list.data?.pages
  const events = pages?.flatMap((page) => page.events)
  // A new filter starts at the first page.
  const change = (part: Partial<EventsSearch>) =>
    onSearchChange(withoutEmpty({ ...search, pages: undefined, ...part }))
  const showMore = async () => {
    const { data } = await list.fetchNextPage()
    onSearchChange(withoutEmpty({ ...search, pages: toPagesParam(data?.pages.length ?? 1) }))
  }
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <div className={styles.head}>
        <div className={classNames('row between', styles.title)}>
          <h1 className="display">Upcoming Events</h1>
          <output className={classNames('faint', styles.count)}>
            {pages?.[0] ? formatTotal(pages[0]) : ''}
          </output>
        </div>
        <EventFilters search={search} onChange={change} nextMonth={nextMonth} />
      </div>
      {list.isPending && <EventsLoading />}
      {list.isError && !events && (
        <LoadFailed
          className={classNames('line-above', styles.empty)}
          message={getErrorMessage(list.error)}
          list={list}
        />
      )}
      {events && (
        <Results
          events={events}
          view={search.view ?? 'wall'}
          isStale={list.isPlaceholderData}
          isSearching={filter.q !== undefined}
          isFiltered={Object.keys(filter).length > 0}
          onClear={() => onSearchChange(withoutEmpty({ view: search.view }))}
        />
      )}
      {events && list.hasNextPage && (
        <div className={styles.more}>
          <NeedsJavaScript action="Showing more events" />
          <ShowMore
            className="script-only"
            variant="outline"
            size="lg"
            list={{
              hasNextPage: list.hasNextPage,
              isFetchingNextPage: list.isFetchingNextPage,
              fetchNextPage: showMore,
            }}
          >
            {formatShownCount(pages?.[0]?.total ?? null, events.length)}
          </ShowMore>
        </div>
      )}
    </main>
  )
}

type ResultsProps = {
  events: readonly Event[]
  view: 'wall' | 'list'
  isStale: boolean
  /** There is search text. */
  isSearching: boolean
  /** There is search text, or a date or type is chosen. */
  isFiltered: boolean
  onClear: () => void
}

function Results({ events, view, isStale, ...empty }: ResultsProps) {
  if (events.length === 0) return <EventsEmpty {...empty} />
  if (view === 'list')
    return (
      <div className={styles.days} data-client-links aria-busy={isStale}>
        <EventRows events={events} eagerCount={EAGER} />
      </div>
    )
  return (
    <div
      className={cards.wall}
      data-client-links
      aria-busy={isStale}
      {...(events.length <= PAGE
        ? wall(`${events[0]?.id} ${events.length}`, { events })
        : { children: <EventWall events={events} /> })}
    />
  )
}

// Cached, because visitors request the first page most. Each cached page takes about 100 kB of memory.
const wall = memoizeContent(EventWall, 20)

function EventWall({ events }: { events: readonly Event[] }) {
  return events.map((event, index) => (
    <EventCard key={event.id} event={event} eager={index < EAGER} heading="h2" />
  ))
}

function formatTotal({ total, isSimilar }: Pick<EventPage, 'total' | 'isSimilar'>): string {
  if (total === null) return ''
  const { count, isExact } = total
  if (!isExact) return `${formatCount(count)}+ events`
  if (isSimilar)
    return count === 1
      ? 'No exact match. 1 similar event'
      : `No exact match. ${formatCount(count)} similar events`
  return count === 1 ? '1 event' : `${formatCount(count)} events`
}

function formatShownCount(total: EventPage['total'], shown: number): string {
  const left = total?.isExact ? total.count - shown : 0
  return left > 0 ? `Show ${formatCount(left)} more` : 'Show more'
}

function EventsEmpty(props: Pick<ResultsProps, 'isSearching' | 'isFiltered' | 'onClear'>) {
  const { isSearching, isFiltered, onClear } = props
  return (
    <EmptyBox className={classNames('line-above', styles.empty)}>
      <Mark />
      <h2 className="title-1">No events found</h2>
      <p className="lead">
        {isSearching ? 'Try adjusting your search' : 'Check back soon for upcoming events'}
      </p>
      {isFiltered && <Button onClick={onClear}>{isSearching ? 'Clear search' : 'Show all events'}</Button>}
    </EmptyBox>
  )
}

/**
 * E-04: six placeholder cards and the text “Loading events”. In a grid of four columns, the text fills the two empty
 * places of the second row.
 */
function EventsLoading() {
  return (
    <div className={cards.wall}>
      {places.map((place) => (
        <div key={place} className={cards.card} aria-hidden="true" data-testid="event-skeleton">
          <Skeleton ratio="4/5" />
          <div className="row between">
            <Skeleton width="9rem" height="1.125rem" />
            <Skeleton width="5rem" height="1.5rem" />
          </div>
          <Skeleton width="70%" height="1.375rem" />
          <Skeleton width="48%" height="1rem" />
          <div className={cards.facts}>
            <Skeleton width="8rem" height="1rem" />
          </div>
        </div>
      ))}
      <output className={styles.loading}>
        <Mark />
        <span className="display">Loading events</span>
      </output>
    </div>
  )
}
