import type { CSSProperties } from 'react'
import { classNames } from '~/design/class-names'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { Skeleton } from '~/design/skeleton'
import styles from './analytics.module.css'

const cells = ['money', 'sold', 'views', 'days']

/** Placeholder while the figures load, with the back link. */
export function AnalyticsLoading() {
  return (
    <section aria-busy="true" aria-label="Loading figures">
      <BackAndHomeLinks className={styles.back}>
        <BackLink to="/dashboard/events">My Events</BackLink>
      </BackAndHomeLinks>
      <div className={styles.head}>
        <span className={styles.flyer}>
          <Skeleton ratio="4/5" />
        </span>
        <div className={classNames('stack', styles.title)}>
          <Skeleton width="min(18rem, 100%)" height="2.25rem" />
          <Skeleton width="min(14rem, 80%)" height="1rem" />
        </div>
      </div>
      <div className={styles.figures}>
        <div className="cells" style={{ '--n': cells.length } as CSSProperties}>
          {cells.map((cell) => (
            <div key={cell}>
              <Skeleton height="5.5rem" />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.section}>
        <Skeleton width="11rem" height="1.625rem" />
        <Skeleton className={styles.noSales} height="19rem" />
      </div>
    </section>
  )
}
