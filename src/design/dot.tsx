import styles from './chip.module.css'
import { classNames } from './class-names'
import type { Stock } from './stock'

/** A point of the paper, or of the paper around it. */
export function Dot({ stock, className }: { stock?: Stock | undefined; className?: string | undefined }) {
  return <span className={classNames(styles.dot, stock && `stock-${stock}`, className)} />
}
