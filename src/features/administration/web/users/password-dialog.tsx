import type { ReactNode } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirmLabel: string
  /** The verb while it runs. */
  busy: string
  danger?: boolean
  /** Gets the password, or the code of an admin who has none. */
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

/** Asks for the admin's own password, or a code in its place, before the gravest actions. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, confirmLabel, busy, danger, run, onDone, onClose, onFailure, failure } = props
  const { explain, children } = props
  const proof = useOwnProof()
  const form = useForm({
    blank: {},
    proof,
    send: () => run(proof.typed),
    onDone,
    onError: (error) => {
      if (!explain?.(error)) notify.error(failure, { detail: errorMessage(error) })
      onFailure?.(error)
    },
  })
  return (
    <FormDialog
      title={title}
      description={description}
      startAt={proof.input}
      actLabel={confirmLabel}
      danger={danger}
      busy={form.isSending && busy}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={form.submit}
      onClose={onClose}
      above={children}
      below={form.error && explain?.(form.error)}
    >
      <ProofField proof={proof} />
    </FormDialog>
  )
}
