import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { proofFault } from '~/platform/rpc/proof-fault'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirmLabel: string
  /** The verb while it runs. */
  busy: string
  danger?: boolean
  /** With the password, or the code of whoever has none. */
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

/** Asks for the admin's own password, or a code in its place, before what weighs most. A wrong one stays in the dialog, with what else stands there. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, confirmLabel, busy, danger, run, onDone, onClose, onFailure, failure } = props
  const { explain, children } = props
  const proof = useOwnProof()
  const act = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: (error) => {
      const fault = proofFault(error)
      if (fault !== undefined) return proof.refuse(fault)
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
      busy={act.isPending && busy}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={() => {
        if (proof.check()) act.mutate(proof.typed)
      }}
      onClose={onClose}
      above={children}
      below={act.isError && explain?.(act.error)}
    >
      <ProofField proof={proof} />
    </FormDialog>
  )
}
