import { classNames } from '~/design/class-names'
import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import type { DjDetail } from '../contract-shapes'
import { availabilityWords } from '../rules/weekday'

export function DjFacts({ dj }: { dj: DjDetail }) {
  return (
    <dl className="cells facts4">
      <div>
        <dt>Rate per event</dt>
        <dd className={classNames('fig', dj.rateCents === null && dj.priceRange !== null && 'words')}>
          {rateOf(dj)}
        </dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd className="fig">{dj.rating === null ? 'New' : dj.rating.toFixed(1)}</dd>
      </div>
      <div>
        <dt>Bookings</dt>
        <dd className="fig">{formatCount(dj.bookings)}</dd>
      </div>
      <div>
        <dt>Available days</dt>
        <dd className="fig words">{availabilityWords(dj.availabilityDays) ?? 'Ask'}</dd>
      </div>
    </dl>
  )
}

/** `$1,200`, with cents only where there are some. */
function rateOf({ rateCents, priceRange }: DjDetail): string {
  return rateCents === null ? (priceRange ?? 'Ask') : formatDollars(rateCents).replace(/\.00$/u, '')
}
