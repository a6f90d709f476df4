import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldAppearance, splitFieldProps } from './field'
import { Icon } from './icon'
import styles from './select-field.module.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }
type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldAppearance & {
    options: readonly SelectOption[]
  }

/** The native select, with the platform's picker and type-ahead. */
export function SelectField({ options, ...rest }: SelectFieldProps) {
  const { look, control } = splitFieldProps(rest)
  return (
    <Field {...look}>
      {(ids) => (
        <span className={styles.control}>
          <select {...control} {...ids}>
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
