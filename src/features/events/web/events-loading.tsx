import { Mark } from '~/design/mark'
import { Skeleton } from '~/design/skeleton'

const places = [1, 2, 3, 4, 5, 6] as const

/** E-04: six places for cards. On a wall of four, one block closes the second row and says what is going on. */
export function EventsLoading() {
  return (
    <div className="wall loading">
      {places.map((place) => (
        <div key={place} className="ev" aria-hidden="true" data-testid="event-skeleton">
          <Skeleton ratio="4/5" />
          <div className="row between">
            <Skeleton width="9rem" height="1.125rem" />
            <Skeleton width="5rem" height="1.5rem" />
          </div>
          <Skeleton width="70%" height="1.375rem" />
          <Skeleton width="48%" height="1rem" />
          <div className="facts">
            <Skeleton width="8rem" height="1rem" />
          </div>
        </div>
      ))}
      <output className="lw">
        <Mark />
        <span className="d2">Loading events</span>
      </output>
    </div>
  )
}
