import { type ReactNode, useRef } from 'react'
import { FormDialog } from '~/design/form-dialog'
import type { useForm } from '~/platform/rpc/use-form'
import { RoomDescriptionField, RoomNameField } from './room-fields'

type RoomFormDialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /** The values include name and description. */
  form: Pick<
    ReturnType<typeof useForm<{ name: string; description: string }>>,
    'text' | 'submit' | 'isSending'
  >
  submitLabel: string
  busy: string
  /** True disables the submit button: nothing was changed, or the name is empty. */
  isOff: boolean
  action?: ReactNode
  children: ReactNode
}

export function RoomFormDialog(props: RoomFormDialogProps) {
  const { title, open, onClose, form, submitLabel, busy, isOff, action, children } = props
  const first = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      open={open}
      title={title}
      startAt={first}
      action={action}
      actionLabel={submitLabel}
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
