import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { PasswordField } from '~/design/password-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirmLabel: string
  /** The verb while it runs. */
  busy: string
  danger?: boolean
  run: (password: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** It did not happen, for another reason than the password. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Of the toast when it failed. */
  failure: string
  /** Words of its own for an error, in place of the toast. */
  explain?: (error: unknown) => ReactNode
  children?: ReactNode
}

/** Asks for the admin's own password before what weighs most. A wrong one stays in the dialog, with what else stands there. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, confirmLabel, busy, danger, run, onDone, onClose, onFailure, failure } = props
  const { explain, children } = props
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const act = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: (error) => {
      if (hasCode(error, 'WRONG_PASSWORD') || hasCode(error, 'PASSWORD_MISSING')) {
        setFault(errorMessage(error))
        field.current?.select()
        return
      }
      if (!explain?.(error)) notify.error(failure, { detail: errorMessage(error) })
      onFailure?.(error)
    },
  })
  const submit = () => {
    setFault(password === '' ? 'Enter your password.' : undefined)
    if (password === '') field.current?.focus()
    else act.mutate(password)
  }
  return (
    <FormDialog
      title={title}
      description={description}
      startAt={field}
      actLabel={confirmLabel}
      danger={danger}
      busy={act.isPending && busy}
      staysWhileBusy
      onSubmit={submit}
      onClose={onClose}
      above={children}
      below={act.isError && explain?.(act.error)}
    >
      <PasswordField
        ref={field}
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        error={fault}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setFault(undefined)
        }}
      />
    </FormDialog>
  )
}
