import { classNames } from './class-names'
import styles from './loading.module.css'

/** Decorative: the verb next to it describes the activity. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.spinner, className)} aria-hidden="true" />
}
