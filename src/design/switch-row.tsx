import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import styles from './switch-row.module.css'

type SwitchRowProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode
  description?: ReactNode | undefined
}

// A native checkbox exposes its state, so aria-checked would be redundant.
const asSwitch = { role: 'switch' } as const

/** A row that toggles something immediately when pressed. */
export function SwitchRow({ label, description, className, ...rest }: SwitchRowProps) {
  const id = useId()
  return (
    <label className={classNames(styles.row, className)}>
      <span>
        <b className="bold" id={`${id}-label`}>
          {label}
        </b>
        {description && (
          <span className="small muted" id={`${id}-about`}>
            {description}
          </span>
        )}
      </span>
      <input
        {...rest}
        type="checkbox"
        {...asSwitch}
        className="visually-hidden"
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-about` : undefined}
      />
      <span className={styles.toggle} aria-hidden="true" />
    </label>
  )
}
