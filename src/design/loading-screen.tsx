import { Mark } from './mark'
import styles from './loading.module.css'

/** The slip: the halves of the mark look for each other. While the session loads, and nowhere else. */
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
