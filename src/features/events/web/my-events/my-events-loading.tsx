import { classNames } from '~/design/class-names'
import { Skeleton } from '~/design/skeleton'
import styles from './my-events.module.css'

export function MyEventsLoading() {
  return (
    <div aria-busy="true">
      <div className={classNames('row', styles.head)}>
        <h1 className="title-1">My Events</h1>
      </div>
      <section className={styles.section} aria-label="Loading events">
        <div className={styles.sectionHead}>
          <Skeleton width="11rem" height="1.625rem" />
        </div>
        <div className={styles.list}>
          {Array.from({ length: 5 }, (_, at) => (
            <div className={styles.event} key={at}>
              <span className={styles.flyer}>
                <Skeleton ratio="4/5" />
              </span>
              <div className={styles.words}>
                <Skeleton width="min(8rem, 70%)" height="0.875rem" />
                <Skeleton width="min(13rem, 90%)" height="1.25rem" />
                <Skeleton width="min(10rem, 80%)" height="0.875rem" />
              </div>
              <div className={styles.sales}>
                <Skeleton height="2.25rem" />
              </div>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}
