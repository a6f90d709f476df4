import type { ComponentProps } from 'react'
import { Field, type FieldLook, splitProps } from './field'

/** One line of text. Controlled or not, as a plain input; `className` goes to the input. */
export function TextField(props: ComponentProps<'input'> & FieldLook) {
  const { look, control } = splitProps(props)
  return <Field {...look}>{(ids) => <input {...control} {...ids} />}</Field>
}
