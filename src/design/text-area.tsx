import type { ComponentProps } from 'react'
import { Field, type FieldAppearance, splitFieldProps } from './field'

/** A multi-line text field; `rows` is its height, four by default. */
export function TextArea(props: ComponentProps<'textarea'> & FieldAppearance) {
  const { look, control } = splitFieldProps(props)
  return <Field {...look}>{(ids) => <textarea rows={4} {...control} {...ids} />}</Field>
}
