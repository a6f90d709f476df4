import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field, type FieldLook } from './field'

type TextFieldProps = ComponentProps<'input'> & FieldLook

/** One line of text. Controlled or not, as a plain input; `className` goes to the input. */
export function TextField({
  label,
  help,
  error,
  labelEnd,
  hideLabel,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  return (
    <Field {...look}>
      {(control) => <input {...rest} {...control} className={classNames('input', className)} />}
    </Field>
  )
}
