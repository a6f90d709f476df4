import styles from './chip.module.css'
import { classNames } from './class-names'
import type { Stock } from './stock'

/** A small dot in a paper color of the design system (`stock`), or in the color of its surroundings. */
export function Dot({ stock, className }: { stock?: Stock | undefined; className?: string | undefined }) {
  return <span className={classNames(styles.dot, stock && `stock-${stock}`, className)} />
}
