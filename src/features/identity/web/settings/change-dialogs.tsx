import type { ComponentProps } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { FormDialog } from '~/design/form-dialog'
import { useIsReauthenticating } from './use-with-reauthentication'

type ConfirmChangeProps = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'trigger'> & {
  onClose: () => void
}

/** Confirmation dialog for a change. It is hidden while the person reauthenticates, and shown again if they cancel. */
export function ConfirmChange({ onClose, ...dialog }: ConfirmChangeProps) {
  const isReauthenticating = useIsReauthenticating()
  return (
    <ConfirmDialog {...dialog} open={!isReauthenticating} onOpenChange={(isOpen) => !isOpen && onClose()} />
  )
}

/** Dialog with a form for an account change. While the person reauthenticates, it is hidden and keeps its text. */
export function AccountChangeDialog(props: Omit<ComponentProps<typeof FormDialog>, 'open'>) {
  return <FormDialog {...props} open={!useIsReauthenticating()} />
}
