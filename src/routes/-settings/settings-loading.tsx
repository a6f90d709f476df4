import { classNames } from '~/design/class-names'
import { Skeleton } from '~/design/skeleton'
import styles from './settings.module.css'

/** Placeholder while the settings load, and after the account was deleted. */
export function SettingsLoading() {
  return (
    <div aria-busy="true">
      <h1 className={classNames('title-1', styles.title)}>Settings</h1>
      <div className={styles.columns}>
        <div className={classNames(styles.links, styles.loadingLinks)} aria-hidden="true">
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} />
          ))}
        </div>
        <div>
          {Array.from({ length: 4 }, (_, at) => (
            <div key={at} className={classNames('form-part', styles.section)}>
              <Skeleton width="9rem" height="1.5rem" />
              <div className="form-part-fields">
                <Skeleton height="3.5rem" />
                <Skeleton height="3.5rem" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <output className="visually-hidden">Loading</output>
    </div>
  )
}
