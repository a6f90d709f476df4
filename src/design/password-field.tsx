import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field, type FieldAppearance, splitFieldProps } from './field'
import { IconButton } from './icon-button'
import styles from './password-field.module.css'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldAppearance

/** A password field with a button that shows the password. Set `autoComplete`: current-password or new-password. */
export function PasswordField(props: PasswordFieldProps) {
  const { look, control } = splitFieldProps(props)
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...look}>
      {(ids) => (
        <span className={styles.control}>
          <input {...control} {...ids} type={isShown ? 'text' : 'password'} />
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
