import styles from './chip.module.css'
import { classNames } from './class-names'
import type { Stock } from './stock'

/** A dot in the given paper color, or in that of the surrounding element. */
export function Dot({ stock, className }: { stock?: Stock | undefined; className?: string | undefined }) {
  return <span className={classNames(styles.dot, stock && `stock-${stock}`, className)} />
}
