import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { getGenrePaperStock } from '~/design/flyer/paper-stocks'
import { ListSearch } from '~/design/list-search'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { LoadFailed, ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import { GENRES, type Genre } from '../rules/genre'
import type { DiscoverSearch } from './discover-search'
import { djsQuery } from './queries'
import styles from './discover.module.css'
import { Star } from 'lucide-react'
import { type CSSProperties, Fragment } from 'react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { VerifiedBadge } from '~/design/verified-badge'
import { VisuallyHidden } from '~/design/visually-hidden'
import { formatCount } from '~/lib/count'
import type { DjCard as Dj } from '../contract-shapes'
import { measureLongestWord, splitName, getDjPaperStock } from './dj-cover'

type DiscoverPageProps = { search: DiscoverSearch; onSearchChange: (search: DiscoverSearch) => void }

const EAGER = 6

/** D-01 to D-04: the directory of DJs with its search and genre filter. */
export function DiscoverPage({ search, onSearchChange }: DiscoverPageProps) {
  const list = useInfiniteQuery(djsQuery(search))
  const djs = list.data?.pages.flatMap((page) => page.djs)
  const change = (q: string | undefined, genre: Genre | undefined) =>
    onSearchChange({ ...(q ? { q } : {}), ...(genre ? { genre } : {}) })
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <div className={styles.head}>
        <h1 className="display">Discover DJs</h1>
        <ListSearch
          className={styles.search}
          label="Search by name or location"
          placeholder="Search by name or location"
          q={search.q}
          onSettled={(q) => change(q, search.genre)}
        />
      </div>
      <NeedsJavaScript action="Filtering DJs" />
      <ChipGroup label="Genre" scroll className={classNames('script-only', styles.genres)}>
        <Chip pressed={search.genre === undefined} onClick={() => change(search.q, undefined)}>
          All
        </Chip>
        {GENRES.map((genre) => (
          <Chip
            key={genre}
            pressed={search.genre === genre}
            stock={getGenrePaperStock(genre)}
            onClick={() => change(search.q, genre)}
          >
            {genre}
          </Chip>
        ))}
      </ChipGroup>
      <output className="visually-hidden">
        {djs && !list.isPlaceholderData ? describeMatches(djs.length, list.hasNextPage) : ''}
      </output>
      {list.data?.pages[0]?.isSimilar && (
        <p className="muted">No exact match. These DJs have similar names or locations.</p>
      )}
      {list.isPending && <DjsLoading />}
      {list.isError && !djs && <LoadFailed message={getErrorMessage(list.error)} list={list} />}
      {djs?.length === 0 && (
        <EmptyState
          title="No DJs found matching your criteria"
          action={
            (search.q ?? search.genre) && (
              <Button onClick={() => change(undefined, undefined)}>Clear search</Button>
            )
          }
        />
      )}
      {djs && djs.length > 0 && (
        <div className={styles.cards} data-client-links aria-busy={list.isPlaceholderData}>
          {djs.map((dj, index) => (
            <DjCard key={dj.id} dj={dj} eager={index < EAGER} />
          ))}
        </div>
      )}
      {djs && list.hasNextPage && (
        <div className={styles.more}>
          {list.isFetchNextPageError && (
            <p className="muted" role="alert">
              {getErrorMessage(list.error)}
            </p>
          )}
          <NeedsJavaScript action="Showing more DJs" />
          <ShowMore list={list} className="script-only" variant="outline" size="lg" />
        </div>
      )}
    </main>
  )
}

function describeMatches(count: number, hasMore: boolean): string {
  if (hasMore) return `${count} DJs shown, there are more`
  return count === 1 ? '1 DJ' : `${count} DJs`
}

function DjsLoading() {
  return (
    <div className={styles.cards} aria-label="Loading DJs" aria-busy="true">
      {Array.from({ length: 6 }, (_, place) => (
        <Skeleton key={place} ratio="16 / 15" />
      ))}
    </div>
  )
}

function DjCard({ dj, eager }: { dj: Dj; eager: boolean }) {
  const stock = getDjPaperStock(dj)
  return (
    <a className={classNames(`sheet stock-${stock}`, styles.card)} href={`/dj/${dj.id}`}>
      <Flyer
        title={dj.name}
        imageUrl={dj.avatarUrl}
        ratio={16 / 10}
        stock={stock}
        hasTitle={false}
        eager={eager}
        className={styles.picture}
      />
      <div className={styles.words}>
        <div className="row between">
          <span className="small bold">{dj.genre}</span>
          <span className={classNames('small bold row', styles.rating)}>
            <Icon of={Star} />
            <VisuallyHidden>Rating </VisuallyHidden>
            {dj.rating === null ? 'New' : dj.rating.toFixed(1)}
          </span>
        </div>
        <h2 style={{ '--word': measureLongestWord(dj.name) } as CSSProperties}>
          {splitName(dj.name).map((line) => (
            <Fragment key={line}>
              <span>{line}</span>{' '}
            </Fragment>
          ))}
          {dj.isVerified && <VerifiedBadge className={styles.verified} />}
        </h2>
        <div className="row between small">
          <span>{dj.location}</span>
          <span>{formatBookingCount(dj.bookings)}</span>
        </div>
      </div>
    </a>
  )
}

function formatBookingCount(count: number): string {
  return count === 1 ? '1 booking' : `${formatCount(count)} bookings`
}
