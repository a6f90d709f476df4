import { classNames } from './class-names'
import styles from './loading.module.css'

/** Decorative: the verb beside it says what is going on. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.spinner, className)} aria-hidden="true" />
}
