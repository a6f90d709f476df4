import type { CSSProperties } from 'react'
import { BackLink, Crumb } from '~/design/page-head'
import { Skeleton } from '~/design/skeleton'
import './analytics.css'

const cells = ['money', 'sold', 'views', 'days']

/** The page's own shape while its figures are read, with the way back. */
export function AnalyticsLoading() {
  return (
    <section className="in-w ana" aria-busy="true" aria-label="Loading figures">
      <Crumb>
        <BackLink to="/dashboard/events">My Events</BackLink>
      </Crumb>
      <div className="ana-head">
        <span className="pic">
          <Skeleton ratio="4/5" />
        </span>
        <div className="stack">
          <Skeleton width="min(18rem, 100%)" height="2.25rem" />
          <Skeleton width="min(14rem, 80%)" height="1rem" />
        </div>
      </div>
      <div className="ana-figures">
        <div className="cells" style={{ '--n': cells.length } as CSSProperties}>
          {cells.map((cell) => (
            <div key={cell}>
              <Skeleton height="5.5rem" />
            </div>
          ))}
        </div>
      </div>
      <div className="ana-sec">
        <Skeleton width="11rem" height="1.625rem" />
        <Skeleton className="ana-none" height="19rem" />
      </div>
    </section>
  )
}
