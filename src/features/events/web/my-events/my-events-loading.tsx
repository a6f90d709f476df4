import { Skeleton } from '~/design/skeleton'
import './my-events.css'

/** The page's own shape while its nights are read. */
export function MyEventsLoading() {
  return (
    <div className="in-w mev" aria-busy="true">
      <div className="row mev-top">
        <h1 className="t1">My Events</h1>
      </div>
      <section className="mev-part" aria-label="Loading events">
        <div className="mev-head">
          <Skeleton width="11rem" height="1.625rem" />
        </div>
        <div className="mel">
          {Array.from({ length: 5 }, (_, at) => (
            <div className="mer" key={at}>
              <span className="pic">
                <Skeleton ratio="4/5" />
              </span>
              <div className="mt">
                <Skeleton width="min(8rem, 70%)" height="0.875rem" />
                <Skeleton width="min(13rem, 90%)" height="1.25rem" />
                <Skeleton width="min(10rem, 80%)" height="0.875rem" />
              </div>
              <div className="ms">
                <Skeleton height="2.25rem" />
              </div>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}
