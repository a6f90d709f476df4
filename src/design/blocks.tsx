import type { CSSProperties } from 'react'
import { classNames } from './class-names'
import styles from './blocks.module.css'

type BlocksProps = {
  /** How many are on: seconds of a hold by 20, tickets sold by 1/32 of the whole. Clamped to 0..total. */
  filled: number
  total?: number | undefined
  /** What the blocks say in words ("9 minutes 42 seconds left"). */
  label: string
  /** Height of a block. */
  height?: string | undefined
  colour?: string | undefined
  className?: string | undefined
}

/** Square blocks in a row, one per unit. */
export function Blocks({ filled, total = 30, label, height, colour, className }: BlocksProps) {
  const on = Math.min(total, Math.max(0, Math.round(filled)))
  return (
    <figure
      aria-label={label}
      className={classNames(styles.blocks, className)}
      style={{ '--n': total, '--h': height, '--c': colour } as CSSProperties}
    >
      {Array.from({ length: total }, (_, place) => (
        <i key={place} data-filled={place < on || undefined} />
      ))}
    </figure>
  )
}
