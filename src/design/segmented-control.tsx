import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import styles from './segmented-control.module.css'

export type Segment<Value extends string> = { value: Value; label: string; icon?: LucideIcon }

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly Segment<Value>[]
  full?: boolean | undefined
  className?: string | undefined
}

/** Two or three mutually exclusive modes. The chosen one is inverted. */
export function SegmentedControl<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onValueChange, options, full, className } = props
  return (
    <fieldset className={classNames(styles.segmented, full && styles.full, className)} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => option.value !== value && onValueChange(option.value)}
        >
          {option.icon && <Icon of={option.icon} />}
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
