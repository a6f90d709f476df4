import { Star } from 'lucide-react'
import { type CSSProperties, Fragment } from 'react'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { Verified } from '~/design/verified'
import { VisuallyHidden } from '~/design/visually-hidden'
import { formatCount } from '~/lib/count'
import type { DjCard as Dj } from '../contract-shapes'
import styles from './discover.module.css'
import { measureLongestWord, splitName, getDjStock } from './dj-stock'

export function DjCard({ dj, eager }: { dj: Dj; eager: boolean }) {
  const stock = getDjStock(dj)
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
          {dj.isVerified && <Verified className={styles.verified} />}
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
