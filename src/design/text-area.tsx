import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field, type FieldLook } from './field'

type TextAreaProps = ComponentProps<'textarea'> & FieldLook

/** Several lines of text; `rows` is its height (4 unless told). */
export function TextArea({ label, help, error, labelEnd, hideLabel, className, id, ...rest }: TextAreaProps) {
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  return (
    <Field {...look}>
      {(control) => <textarea rows={4} {...rest} {...control} className={classNames('input', className)} />}
    </Field>
  )
}
