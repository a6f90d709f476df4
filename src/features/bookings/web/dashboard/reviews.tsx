import { classNames } from '~/design/class-names'
import { formatShortDay } from '~/lib/time'
import type { BookingDetail } from '../../contract-shapes'
import { Stars } from '../reviews/stars'
import { getPersonName } from './booking-labels'
import { ReviewForm } from './review-form'
import styles from './reviews.module.css'

/** The caller's review or its form, and the other side's review. Both are hidden until both are written. */
export function Reviews({ booking }: { booking: BookingDetail }) {
  const { ownReview, theirReview, canReview, reviewUntil, terms } = booking
  const other = getPersonName(booking.otherParty)
  if (!ownReview && !theirReview && !canReview) return null
  const until = reviewUntil && formatShortDay(reviewUntil, terms.timezone)
  return (
    <section className={classNames('stack', styles.reviews)} id="review" aria-labelledby="reviews">
      <h2 className="title-2" id="reviews">
        {canReview ? 'How was the event?' : 'Reviews'}
      </h2>
      {canReview && (
        <ReviewForm
          side={booking.side}
          id={booking.id}
          help={
            theirReview
              ? 'Your review is published immediately. You can’t change it.'
              : reviewHelp(other, until)
          }
        />
      )}
      {ownReview && <Review by="You" review={ownReview} />}
      {theirReview && <Review by={other} review={theirReview} />}
      {ownReview && !theirReview && (
        <p className="small faint">
          {until
            ? `Both reviews are published once ${other} has written one, or after ${until}.`
            : `${other} wrote no review.`}
        </p>
      )}
    </section>
  )
}

function reviewHelp(other: string, until: string | null): string {
  const orLater = until === null ? '' : `, or after ${until}`
  return `${other} can read it once both of you have written one${orLater}. You can’t change it.`
}

function Review({ by, review }: { by: string; review: NonNullable<BookingDetail['ownReview']> }) {
  return (
    <article>
      <p className="row">
        <b className="bold">{by}</b>
        <Stars rating={review.rating} />
      </p>
      {review.body !== '' && <p className={classNames('muted', styles.text)}>{review.body}</p>}
    </article>
  )
}
