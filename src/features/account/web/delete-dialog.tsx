import { FormDialog } from '~/design/form-dialog'
import { useReauthentication } from '~/design/reauthentication'
import { ReauthenticationField } from '~/design/reauthentication-field'
import { errorMessage } from '~/platform/rpc/errors'
import { toSendError } from '~/platform/rpc/reauthentication-error'
import { useForm } from '~/platform/rpc/use-form'
import type { RemovalView } from '../contract-shapes'
import type { Reauthentication } from './reauthentication'
import { account } from './queries'

type DeleteDialogProps = {
  confirmBy: RemovalView['confirmBy']
  isOpen: boolean
  /** Asks for two-step verification where it is on, since a code alone is not enough. */
  withReauthentication: Reauthentication['withReauthentication']
  onClose: () => void
  /** The dialog stays open until the returned promise settles. */
  onRemoval: () => void | Promise<void>
  /** The deletion failed for a reason other than a wrong password or code. */
  onRefused: (error: unknown, message: string) => void
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { confirmBy, isOpen, withReauthentication, onClose, onRemoval, onRefused } = props
  const proof = useReauthentication({ by: confirmBy, sendDigits })
  const isByPassword = confirmBy === 'password'
  const form = useForm({
    blank: {},
    proof,
    // By this key, the page knows that this tab is ending its own session.
    mutationKey: account.removal.remove.mutationKey(),
    send: () =>
      withReauthentication(() =>
        account.removal.remove.call(isByPassword ? { password: proof.typed } : { code: proof.typed }),
      ),
    onDone: onRemoval,
    onError: (error) => onRefused(error, errorMessage(error)),
  })
  return (
    <FormDialog
      open={isOpen}
      title="Delete your account?"
      description="This can’t be undone. Your profile is deleted immediately, and you are signed out everywhere."
      startAt={isByPassword ? proof.input : proof.sender}
      dismissLabel="Keep account"
      actionLabel="Delete my account"
      danger
      busy={form.isSending && 'Deleting'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      <ReauthenticationField proof={proof} />
    </FormDialog>
  )
}

async function sendDigits(): Promise<void> {
  try {
    await account.removal.sendCode.call()
  } catch (error) {
    throw toSendError(error)
  }
}
