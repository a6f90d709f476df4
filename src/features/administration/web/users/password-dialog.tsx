import type { ReactNode } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { useReauthenticationField } from '~/design/use-reauthentication-field'
import { ReauthenticationField } from '~/design/reauthentication-field'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirmLabel: string
  busy: string
  danger?: boolean
  /** Runs the action. The argument is the admin’s password, or a code if the admin has no password. */
  run: (password: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** Called if the action failed for a reason other than the password. */
  onFailure?: ((error: unknown) => void) | undefined
  failure: string
  /** Returns an explanation of an error, to show in the dialog instead of a toast. */
  explain?: (error: unknown) => ReactNode
  children?: ReactNode
}

/** Asks for the admin’s own password, or a code if they have none, before a high-risk action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, confirmLabel, busy, danger, run, onDone, onClose, onFailure, failure } = props
  const { explain, children } = props
  const proof = useReauthenticationField()
  const form = useForm({
    blank: {},
    proof,
    send: () => run(proof.typed),
    onDone,
    onError: (error) => {
      if (!explain?.(error)) notify.error(failure, { detail: getErrorMessage(error) })
      onFailure?.(error)
    },
  })
  return (
    <FormDialog
      title={title}
      description={description}
      startAt={proof.input}
      actionLabel={confirmLabel}
      danger={danger}
      busy={form.isSending && busy}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={form.submit}
      onClose={onClose}
      above={children}
      below={form.error && explain?.(form.error)}
    >
      <ReauthenticationField proof={proof} />
    </FormDialog>
  )
}
