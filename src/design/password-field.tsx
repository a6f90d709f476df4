import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classNames } from './class-names'
import { Field, type FieldLook } from './field'
import { IconButton } from './icon-button'
import styles from './password-field.module.css'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldLook

/** A password, with a button that shows it. Give `autoComplete`: current-password or new-password. */
export function PasswordField({
  label,
  help,
  error,
  labelEnd,
  hideLabel,
  className,
  id,
  ...rest
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  return (
    <Field {...look}>
      {(control) => (
        <span className={styles.control}>
          <input
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classNames('input', className)}
          />
          <IconButton
            className={styles.show}
            size="sm"
            label={isShown ? 'Hide password' : 'Show password'}
            icon={isShown ? EyeOff : Eye}
            onClick={() => setIsShown(!isShown)}
          />
        </span>
      )}
    </Field>
  )
}
