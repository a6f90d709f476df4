import type { ComponentProps } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { useIsReauthenticating } from './use-with-reauthentication'

/** Dialog with a form for an account change. While the person reauthenticates, it is hidden and keeps its text. */
export function AccountChangeDialog(props: Omit<ComponentProps<typeof FormDialog>, 'open'>) {
  return <FormDialog {...props} open={!useIsReauthenticating()} />
}
