import { Star } from 'lucide-react'
import { Icon } from '~/design/icon'
import { VisuallyHidden } from '~/design/visually-hidden'
import './reviews.css'

const ALL = [1, 2, 3, 4, 5]

/** `rating` of five stars, whole ones. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars">
      <VisuallyHidden>{rating} of 5 stars</VisuallyHidden>
      {ALL.map((star) => (
        <span key={star} className={star <= rating ? 'on' : undefined}>
          <Icon of={Star} />
        </span>
      ))}
    </span>
  )
}
