import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '~/design/form-dialog'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { errorMessage } from '~/platform/rpc/errors'
import { proofFault, sendFault } from '~/platform/rpc/proof-fault'
import type { RemovalView } from '../contract-shapes'
import type { Asking } from './asking'
import { account } from './queries'

type DeleteDialogProps = {
  confirmBy: RemovalView['confirmBy']
  isOpen: boolean
  /** Of whoever has a second factor a code alone does not do. */
  withProof: Asking['withProof']
  onClose: () => void
  /** The dialog stays until that is done. */
  onGone: () => void | Promise<void>
  /** It did not happen, for another reason than what was typed. */
  onRefused: (error: unknown, words: string) => void
}

/** The last question, and who asks for it. What was typed wrong stays there, selected. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { confirmBy, isOpen, withProof, onClose, onGone, onRefused } = props
  const proof = useOwnProof({ by: confirmBy, sendDigits })
  const isByPassword = confirmBy === 'password'
  const remove = useMutation({
    // By its name a page knows that this tab has ended its session itself.
    mutationKey: account.removal.remove.mutationKey(),
    mutationFn: () =>
      withProof(() =>
        account.removal.remove.call(isByPassword ? { password: proof.typed } : { code: proof.typed }),
      ),
    onSuccess: () => onGone(),
    onError: (error) => {
      const fault = proofFault(error)
      if (fault !== undefined) proof.refuse(fault)
      else onRefused(error, errorMessage(error))
    },
  })
  return (
    <FormDialog
      open={isOpen}
      title="Delete your account?"
      description="This cannot be undone. Your profile goes at once, and you are signed out everywhere."
      startAt={isByPassword ? proof.input : proof.sender}
      keepLabel="Keep it"
      actLabel="Delete my account"
      danger
      busy={remove.isPending && 'Deleting'}
      staysWhileBusy
      onSubmit={() => {
        if (proof.check()) remove.mutate()
      }}
      onClose={onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  )
}

async function sendDigits(): Promise<void> {
  try {
    await account.removal.sendCode.call()
  } catch (error) {
    throw sendFault(error)
  }
}
