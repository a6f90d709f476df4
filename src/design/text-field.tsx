import type { ComponentProps } from 'react'
import { Field, type FieldAppearance, splitFieldProps } from './field'

/** A single-line text field, controlled or not; `className` goes to the input. */
export function TextField(props: ComponentProps<'input'> & FieldAppearance) {
  const { look, control } = splitFieldProps(props)
  return <Field {...look}>{(ids) => <input {...control} {...ids} />}</Field>
}
