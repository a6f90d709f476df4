import { Mark } from './mark'
import styles from './loading.module.css'

/** The mark with its halves moving, shown only while the session loads. */
export function LoadingScreen() {
  return (
    <output className={styles.screen}>
      <span className={styles.slip}>
        <Mark />
      </span>
      <span className="visually-hidden">Loading</span>
    </output>
  )
}
