import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ShowMore } from '~/design/show-more'
import { formatCount } from '~/lib/count'
import { splitParagraphs } from '~/lib/paragraphs'
import { formatShortDate } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { PublicReview } from '../../contract-shapes'
import { reviewsQuery } from '../queries'
import { Stars } from './stars'
import styles from './reviews.module.css'

/** Reviews of a person, newest first. Renders nothing while there are none. */
export function ReviewList({ personId }: { personId: string }) {
  const list = useInfiniteQuery(reviewsQuery(personId))
  const [first] = list.data?.pages ?? []
  if (!first && list.isError)
    return (
      <section className={classNames('stack', styles.reviews)}>
        <h2 className="title-2">Reviews</h2>
        <div className="row wrap" role="alert">
          <p className="muted">{getErrorMessage(list.error)}</p>
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      </section>
    )
  if (!first || first.count === 0) return null
  const reviews = list.data?.pages.flatMap((page) => page.reviews) ?? []
  return (
    <section className={classNames('stack', styles.reviews)}>
      <div className="row between">
        <h2 className="title-2">Reviews</h2>
        <p className="muted">
          {first.rating !== null && (
            <>
              <b className="bold">{first.rating.toFixed(1)}</b> from{' '}
            </>
          )}
          {first.count === 1 ? '1 review' : `${formatCount(first.count)} reviews`}
        </p>
      </div>
      <ul aria-label="Reviews">
        {reviews.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </ul>
      {list.isFetchNextPageError && (
        <p className="muted" role="alert">
          {getErrorMessage(list.error)}
        </p>
      )}
      <ShowMore list={list} variant="outline" />
    </section>
  )
}

function Review({ review }: { review: PublicReview }) {
  const name = review.author?.name ?? 'A former member'
  return (
    <li>
      <Avatar id={review.author?.id} name={name} imageUrl={review.author?.avatarUrl} />
      <div>
        <p className="row between wrap">
          <b className="bold">{name}</b>
          <Stars rating={review.rating} />
        </p>
        <p className="small muted">
          {review.eventType}, {review.location} · reviewed{' '}
          {/* A review has no time zone, so its day is in UTC. */}
          <time dateTime={review.at}>{formatShortDate(review.at, 'UTC')}</time>
        </p>
        {splitParagraphs(review.body).map(({ at, text }) => (
          <p key={at} className={styles.text}>
            {text}
          </p>
        ))}
      </div>
    </li>
  )
}
