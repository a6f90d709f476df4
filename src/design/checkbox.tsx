import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import { FieldError } from './field'
import { Icon } from './icon'
import styles from './checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  children: ReactNode
  error?: string | undefined
}

/** A native checkbox with a drawn box; the children are its label. */
export function Checkbox({ children, error, className, ...rest }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className={classNames('field', className)}>
      <label className={styles.label}>
        <input
          {...rest}
          type="checkbox"
          className="visually-hidden"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : rest['aria-describedby']}
        />
        <CheckMark />
        <span>{children}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

type CheckMarkProps = { isChecked?: boolean | undefined; className?: string | undefined }

/** The drawn box, placed right after its input. Set `isChecked` if the input is elsewhere. */
export function CheckMark({ isChecked, className }: CheckMarkProps) {
  return (
    <span className={classNames(styles.box, isChecked && styles.checked, className)} aria-hidden="true">
      <Icon of={Check} strokeWidth={3} />
    </span>
  )
}
