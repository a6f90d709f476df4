import { useRef, useState } from 'react'
import { TextField } from '~/design/text-field'
import { getErrorMessage } from '~/platform/rpc/errors'
import { AccountChangeDialog } from './change-dialogs'
import { useChange } from './use-change'

type NameDialogProps<Output> = {
  title: string
  description?: string | undefined
  label?: string
  name: string
  max: number
  empty?: string
  autoComplete?: string
  actionLabel?: string
  /** Label of the button while the name is saved. */
  busyLabel?: string
  save: (name: string) => Promise<Output>
  getMessage?: (error: unknown) => string
  onDone: (output: Output) => void
  onClose: () => void
}

/** Dialog for a name, which is saved only if it changed. */
export function NameDialog<Output>(props: NameDialogProps<Output>) {
  const {
    label = 'Name',
    name,
    max,
    empty = 'Enter a name.',
    autoComplete = 'off',
    actionLabel = 'Save',
    busyLabel = 'Saving',
    save,
    getMessage = getErrorMessage,
    onDone,
    ...dialog
  } = props
  const [typed, setTyped] = useState(name)
  const [isEmpty, setIsEmpty] = useState(false)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useChange({
    call: save,
    onDone,
    onFailed: (failure) => setError(getMessage(failure)),
  })
  return (
    <AccountChangeDialog
      {...dialog}
      startAt={field}
      actionLabel={actionLabel}
      busy={isPending && busyLabel}
      onSubmit={() => {
        const wanted = typed.trim()
        setIsEmpty(wanted === '')
        if (wanted === '') field.current?.focus()
        else if (wanted === name) dialog.onClose()
        else mutate(wanted)
      }}
    >
      <TextField
        ref={field}
        label={label}
        value={typed}
        maxLength={max}
        autoComplete={autoComplete}
        error={isEmpty ? empty : error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AccountChangeDialog>
  )
}
