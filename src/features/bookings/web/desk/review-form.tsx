import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { REVIEW_MAX } from '../../rules/booking-limits'
import { bookings } from '../queries'
import { useKeptDraft } from '~/design/use-kept-draft'
import { useBookingAnswer } from './use-booking-answer'

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Superb'] as const
const blank = { rating: '', body: '' }

/** One to five, and a few words. Kept while it is being written. */
export function ReviewForm({ id, side, help }: { id: string; side: 'client' | 'dj'; help: string }) {
  const { draft = blank, keep, drop } = useKeptDraft(`review:${id}:${side}`, blank)
  const [isAsked, setIsAsked] = useState(false)
  const { take, refuse } = useBookingAnswer()
  const errorId = useId()
  const rating = Number(draft.rating)
  const isMissing = isAsked && rating === 0
  const send = useMutation({
    ...bookings.review.mutationOptions(),
    onSuccess: (next) => {
      drop()
      notify.success('Review saved')
      take(next)
    },
    onError: refuse,
  })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsked(true)
        if (rating > 0 && !send.isPending) send.mutate({ id, rating, body: draft.body.trim() })
      }}
    >
      <fieldset className="rate" aria-describedby={isMissing ? errorId : undefined}>
        <legend className="sr">Rating</legend>
        {WORDS.map((word, index) => (
          <label key={word} className={classNames(index < rating && 'on')}>
            <input
              type="radio"
              className="sr"
              name={`rating-${id}`}
              value={index + 1}
              checked={rating === index + 1}
              aria-label={`${index + 1} of 5, ${word.toLowerCase()}`}
              onChange={() => keep({ ...draft, rating: String(index + 1) })}
            />
            <Icon of={Star} />
          </label>
        ))}
        <span className="b" aria-hidden="true">
          {WORDS[rating - 1]}
        </span>
      </fieldset>
      {isMissing && (
        <p className="err" id={errorId} role="alert">
          Choose one to five stars.
        </p>
      )}
      <TextArea
        label="Your review"
        labelEnd={`${draft.body.length} of ${REVIEW_MAX}`}
        rows={3}
        maxLength={REVIEW_MAX}
        value={draft.body}
        help={help}
        onChange={(event) => keep({ ...draft, body: event.target.value })}
      />
      <Button variant="solid" type="submit" busy={send.isPending && 'Saving'} className="start">
        Save review
      </Button>
    </form>
  )
}
