import { Minus, Plus } from 'lucide-react'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './stepper.module.css'

type StepperProps = {
  label: string
  value: number
  onValueChange: (value: number) => void
  /** The highest number that can be chosen. Pass the number of tickets left if it is below 10, the default. */
  max?: number | undefined
  className?: string | undefined
}

/**
 * Minus, number, plus. Buttons at a limit are disabled with aria-disabled, not `disabled`, so keyboard focus isn't lost
 * at 0 or the maximum. The number is announced.
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
