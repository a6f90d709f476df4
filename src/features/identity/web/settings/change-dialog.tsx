import type { ComponentProps } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { useIsAsked } from './use-proof'

/** A dialog with a form that changes something. It makes way while the person is asked who they are; what was typed stays. */
export function ChangeDialog(props: Omit<ComponentProps<typeof FormDialog>, 'open'>) {
  return <FormDialog {...props} open={!useIsAsked()} />
}
