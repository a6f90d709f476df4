import type { ComponentProps } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { FormDialog } from '~/design/form-dialog'
import { useChange } from './use-change'
import { useIsReauthenticating } from './use-with-reauthentication'

type ConfirmChangeProps<Output> = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'danger'
> & {
  change: () => Promise<Output>
  /** Label of the button while the change runs. */
  busyLabel: string
  /** Called after the change, when the dialog has closed. */
  onDone: (output: Output) => void
  onClose: () => void
}

/**
 * Dialog that confirms and makes a change. It is hidden while the person reauthenticates, and shown again if they
 * cancel.
 */
export function ConfirmChange<Output>(props: ConfirmChangeProps<Output>) {
  const { change, busyLabel, onDone, onClose, ...dialog } = props
  const isReauthenticating = useIsReauthenticating()
  const { mutate, isPending } = useChange({
    call: change,
    onDone: (output) => {
      onClose()
      onDone(output)
    },
  })
  return (
    <ConfirmDialog
      {...dialog}
      open={!isReauthenticating}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      busy={isPending && busyLabel}
      onConfirm={() => mutate()}
    />
  )
}

/** Dialog with a form for an account change. While the person reauthenticates, it is hidden and keeps its text. */
export function AccountChangeDialog(props: Omit<ComponentProps<typeof FormDialog>, 'open'>) {
  return <FormDialog {...props} open={!useIsReauthenticating()} />
}
