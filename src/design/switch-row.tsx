import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import styles from './switch-row.module.css'

type SwitchRowProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode
  description?: ReactNode | undefined
}

// The native checkbox carries its own state, so aria-checked would say it twice.
const asSwitch = { role: 'switch' } as const

/** A whole row that is pressed to switch something on or off at once. */
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
