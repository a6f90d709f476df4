import { type ReactNode, useRef, useState } from 'react'
import { TextField } from '~/design/text-field'
import { AccountChangeDialog } from './change-dialogs'

type NameDialogProps = {
  title: string
  description?: ReactNode
  label: string
  name: string
  max: number
  empty: string
  autoComplete?: string
  actionLabel?: string
  busy: string | false
  error?: string | undefined
  onSubmit: (name: string) => void
  onClose: () => void
}

/** Dialog for a name, which is sent only if it changed. */
export function NameDialog(props: NameDialogProps) {
  const {
    label,
    max,
    empty,
    autoComplete = 'off',
    actionLabel = 'Save',
    error,
    onSubmit,
    onClose,
    ...look
  } = props
  const { name, ...dialog } = look
  const [typed, setTyped] = useState(name)
  const [isEmpty, setIsEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <AccountChangeDialog
      {...dialog}
      startAt={field}
      actionLabel={actionLabel}
      onClose={onClose}
      onSubmit={() => {
        const wanted = typed.trim()
        setIsEmpty(wanted === '')
        if (wanted === '') field.current?.focus()
        else if (wanted === name) onClose()
        else onSubmit(wanted)
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
