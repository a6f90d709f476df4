import { Star } from 'lucide-react'
import { Icon } from '~/design/icon'
import { VisuallyHidden } from '~/design/visually-hidden'
import styles from './reviews.module.css'

const ALL = [1, 2, 3, 4, 5]

/** Shows `rating` of five full stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars}>
      <VisuallyHidden>{rating} of 5 stars</VisuallyHidden>
      {ALL.map((star) => (
        <span key={star} className={star <= rating ? styles.filled : undefined}>
          <Icon of={Star} />
        </span>
      ))}
    </span>
  )
}
