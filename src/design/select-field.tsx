import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field, type FieldLook } from './field'
import { Icon } from './icon'
import styles from './select-field.module.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }
type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldLook & {
    options: readonly SelectOption[]
  }

/** The platform's own select: its wheel on a phone, its type-ahead on a keyboard, no code of ours. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, labelEnd, hideLabel, className, id, options, ...rest } = props
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  return (
    <Field {...look}>
      {(control) => (
        <span className={classNames('inx', styles.control)}>
          <select {...rest} {...control} className={classNames('input', className)}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </span>
      )}
    </Field>
  )
}
