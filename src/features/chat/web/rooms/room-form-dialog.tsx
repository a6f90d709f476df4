import { type ReactNode, useRef } from 'react'
import { FormDialog } from '~/design/form-dialog'
import type { useForm } from '~/platform/rpc/use-form'
import { RoomDescriptionField, RoomNameField } from './room-fields'

type RoomFormDialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /** The values include the name and the description. */
  form: Pick<
    ReturnType<typeof useForm<{ name: string; description: string }>>,
    'text' | 'submit' | 'isSending'
  >
  submitLabel: string
  /** The verb while it is saved. */
  busy: string
  /** There is nothing to save, or no name. */
  isOff: boolean
  /** Beside Cancel and the one that saves. */
  action?: ReactNode
  /** The fields below name and description. */
  children: ReactNode
}

/** The form of a new room and of an existing one. */
export function RoomFormDialog(props: RoomFormDialogProps) {
  const { title, open, onClose, form, submitLabel, busy, isOff, action, children } = props
  const first = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      open={open}
      title={title}
      startAt={first}
      action={action}
      actLabel={submitLabel}
      busy={form.isSending && busy}
      isOff={isOff}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <RoomNameField ref={first} {...form.text('name')} />
      <RoomDescriptionField {...form.text('description')} />
      {children}
    </FormDialog>
  )
}
