import { Minus, Plus } from 'lucide-react'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './stepper.module.css'

type StepperProps = {
  /** What is counted ("General Admission"); names the group. */
  label: string
  value: number
  onValueChange: (value: number) => void
  /** The smaller of 10 and what is left in stock. */
  max?: number | undefined
  className?: string | undefined
}

/**
 * Minus, number, plus. A side that has reached its end turns off by aria-disabled and not by `disabled`,
 * so that the keyboard does not lose its place at 0 and at the maximum. The number is announced.
 */
export function Stepper({ label, value, onValueChange, max = 10, className }: StepperProps) {
  const isLeast = value <= 0
  const isMost = value >= max
  return (
    <fieldset className={classNames('step script-only', styles.stepper, className)} aria-label={label}>
      <button
        type="button"
        aria-label="Fewer"
        aria-disabled={isLeast || undefined}
        onClick={() => !isLeast && onValueChange(Math.max(0, value - 1))}
      >
        <Icon of={Minus} />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label="More"
        className={isMost ? undefined : styles.more}
        aria-disabled={isMost || undefined}
        onClick={() => !isMost && onValueChange(Math.min(max, value + 1))}
      >
        <Icon of={Plus} />
      </button>
    </fieldset>
  )
}
