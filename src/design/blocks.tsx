import type { CSSProperties } from 'react'
import { classNames } from './class-names'
import styles from './blocks.module.css'

type BlocksProps = {
  /** Number of filled blocks, such as seconds of a hold or tickets sold. Clamped to 0..total. */
  filled: number
  total?: number | undefined
  /** Text alternative of the blocks ("9 minutes 42 seconds left"). */
  label: string
  height?: string | undefined
  color?: string | undefined
  className?: string | undefined
}

export function Blocks({ filled, total = 30, label, height, color, className }: BlocksProps) {
  const on = Math.min(total, Math.max(0, Math.round(filled)))
  return (
    <figure
      aria-label={label}
      className={classNames(styles.blocks, className)}
      style={{ '--n': total, '--h': height, '--c': color } as CSSProperties}
    >
      {Array.from({ length: total }, (_, place) => (
        <i key={place} data-filled={place < on || undefined} />
      ))}
    </figure>
  )
}
