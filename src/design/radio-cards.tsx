import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import styles from './radio-cards.module.css'

export type RadioCard<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  icon?: LucideIcon
  disabled?: boolean
}

type RadioCardsProps<Value extends string> = {
  legend: ReactNode
  hideLegend?: boolean | undefined
  name?: string | undefined
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: readonly RadioCard<Value>[]
  className?: string | undefined
}

/** Native radio buttons as cards: arrow keys choose, Tab enters and leaves the group. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, hideLegend, name, value, onValueChange, options, className } = props
  const id = useId()
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? 'visually-hidden' : classNames('title-2', styles.legend)}>
        {legend}
      </legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className="visually-hidden"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.description ? `${id}-${option.value}-about` : undefined}
              onChange={() => onValueChange(option.value)}
            />
            <RadioMark />
            <span className="stack" style={{ gap: 0 }}>
              <b className="bold" id={`${id}-${option.value}`}>
                {option.label}
              </b>
              {option.description && (
                <span className="small muted" id={`${id}-${option.value}-about`}>
                  {option.description}
                </span>
              )}
            </span>
            {option.icon && <Icon of={option.icon} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function RadioMark() {
  return <span className={styles.radio} aria-hidden="true" />
}
