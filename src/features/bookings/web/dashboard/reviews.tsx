import { classNames } from '~/design/class-names'
import { formatShortDay } from '~/lib/time'
import type { BookingDetail } from '../../contract-shapes'
import { Stars } from '../reviews/stars'
import { getPersonName } from './booking-labels'
import styles from './reviews.module.css'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { Button } from '~/design/button'
import { Form } from '~/design/form'
import { Icon } from '~/design/icon'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useForm } from '~/platform/rpc/use-form'
import { REVIEW_MAX } from '../../rules/booking-limits'
import { bookings } from '../queries'
import { useStoredDraft } from '~/design/use-stored-draft'
import stars from '../reviews/reviews.module.css'
import { useBookingAnswer } from './use-booking-answer'

const RATING_LABELS = ['Poor', 'Fair', 'Good', 'Very good', 'Superb'] as const

const blank = { rating: '', body: '' }

/**
 * The caller's review or its form, and the other side's review. Each side sees the other's review once both are
 * written or the review period is over.
 */
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
              : describeReviewRules(other, until)
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

function describeReviewRules(other: string, until: string | null): string {
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

function ReviewForm({ id, side, help }: { id: string; side: 'client' | 'dj'; help: string }) {
  const { take, refuse } = useBookingAnswer()
  const errorId = useId()
  const form = useForm({
    blank,
    stored: useStoredDraft(`review:${id}:${side}`, blank),
    check: ({ rating }) => ({ rating: rating === '' ? 'Choose one to five stars.' : undefined }),
    send: ({ rating, body }) => bookings.review.call({ id, rating: Number(rating), body: body.trim() }),
    onDone: (next) => {
      notify.success('Review saved')
      take(next)
    },
    onError: refuse,
  })
  const rating = Number(form.values.rating)
  const missing = form.problems['rating']
  return (
    <Form className="stack" isBusy={form.isSending} onSubmit={form.submit}>
      <fieldset className={classNames('row', styles.rating)} aria-describedby={missing ? errorId : undefined}>
        <legend className="visually-hidden">Rating</legend>
        {RATING_LABELS.map((word, index) => (
          <label key={word} className={index < rating ? stars.filled : undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name={`rating-${id}`}
              value={index + 1}
              checked={rating === index + 1}
              aria-label={`${index + 1} of 5, ${word.toLowerCase()}`}
              onChange={() => form.set({ rating: String(index + 1) })}
            />
            <Icon of={Star} />
          </label>
        ))}
        <span className="bold" aria-hidden="true">
          {RATING_LABELS[rating - 1]}
        </span>
      </fieldset>
      {missing && (
        <p className="field-error" id={errorId} role="alert">
          {missing}
        </p>
      )}
      <TextArea
        label="Your review"
        labelEnd={`${form.values.body.length} of ${REVIEW_MAX}`}
        rows={3}
        maxLength={REVIEW_MAX}
        {...form.text('body')}
        help={help}
      />
      <Button variant="solid" type="submit" busy={form.isSending && 'Saving'} className={styles.submit}>
        Save review
      </Button>
    </Form>
  )
}
