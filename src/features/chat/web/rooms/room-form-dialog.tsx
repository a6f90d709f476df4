import { type ReactNode, useRef } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { RoomDescriptionField, RoomNameField } from './room-fields'

type RoomFormDialogProps = {
  title: string
  open: boolean
  onClose: () => void
  name: string
  onNameChange: (name: string) => void
  description: string
  onDescriptionChange: (description: string) => void
  /** What the server said about each field, by its name. */
  errors: Record<string, string>
  submitLabel: string
  /** The verb while it is saved. */
  busy: string | false
  /** There is nothing to save, or no name. */
  isOff: boolean
  onSubmit: () => void
  /** Beside Cancel and the one that saves. */
  action?: ReactNode
  /** The fields below name and description. */
  children: ReactNode
}

/** What a room is called and about, and whatever else is said of it: for a new one and for one that is there. */
export function RoomFormDialog(props: RoomFormDialogProps) {
  const { title, open, onClose, errors, submitLabel, busy, isOff, onSubmit, action, children } = props
  const first = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      open={open}
      title={title}
      startAt={first}
      action={action}
      actLabel={submitLabel}
      busy={busy}
      isOff={isOff}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <RoomNameField
        value={props.name}
        onValueChange={props.onNameChange}
        error={errors['name']}
        field={first}
      />
      <RoomDescriptionField
        value={props.description}
        onValueChange={props.onDescriptionChange}
        error={errors['description']}
      />
      {children}
    </FormDialog>
  )
}
