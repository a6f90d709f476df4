import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
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
  const formId = useId()
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
    if (act.isPending) return
    setFault(password === '' ? 'Enter your password.' : undefined)
    if (password === '') field.current?.focus()
    else act.mutate(password)
  }
  const why = act.isError && explain?.(act.error)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !act.isPending) onClose()
      }}
      title={title}
      description={description}
      startAt={field}
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            form={formId}
            busy={act.isPending && busy}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
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
      </form>
      {why}
    </Dialog>
  )
}
