import { useState, useRef } from 'react'
import type { DialogCode, CodeActions } from './code-actions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import { invitations } from './queries'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { useForm } from '~/platform/rpc/use-form'

type SendDialogProps = { code: DialogCode; actions: CodeActions; onClose: () => void }

type RevokeDialogProps = {
  code: DialogCode
  actions: CodeActions
  onClose: () => void
  onRevoked?: ((code: DialogCode) => void) | undefined
}

export type CodeDialogRequest = { kind: 'revoke' | 'send'; code: DialogCode }

/** Returns the dialogs for a list of codes. `openDialog` opens one; render `dialogs` once. */
export function useCodeDialogs(actions: CodeActions, onRevoked?: (code: DialogCode) => void) {
  const [request, setRequest] = useState<CodeDialogRequest>()
  const close = () => setRequest(undefined)
  const dialogs = (
    <>
      {request?.kind === 'revoke' && (
        <RevokeDialog code={request.code} actions={actions} onClose={close} onRevoked={onRevoked} />
      )}
      {request?.kind === 'send' && <SendDialog code={request.code} actions={actions} onClose={close} />}
    </>
  )
  return { openDialog: setRequest, dialogs }
}

/** AD-09: asks for confirmation, because a revoked code cannot be restored. */
function RevokeDialog({ code, actions, onClose, onRevoked }: RevokeDialogProps) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => actions.revoke(code.id),
    onSuccess: () => notify.success('Invitation revoked'),
    onError: (error) => notify.error('Failed to revoke invitation', { detail: getErrorMessage(error) }),
    onSettled: async (_done, error) => {
      onClose()
      // Refetches after a failure, too, because the code may have been used in the meantime.
      await queryClient.invalidateQueries({ queryKey: invitations.key() })
      if (!error) onRevoked?.(code)
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Revoke ${code.code}?`}
      description="The code stops working immediately, also for people who already have it. You can’t undo this."
      confirmLabel="Revoke"
      busy={revoke.isPending && 'Revoking'}
      onConfirm={() => revoke.mutate()}
    />
  )
}

function SendDialog({ code, actions, onClose }: SendDialogProps) {
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    blank: { email: '' },
    check: ({ email }) => ({ email: email.trim() === '' ? 'Enter an email address.' : undefined }),
    send: ({ email }) => actions.send({ id: code.id, email }),
    onDone: ({ account }, { email }) => {
      onClose()
      notify.success(`The code is on its way to ${email.trim()}`, {
        ...(account === 'customer' && {
          detail: 'They already have an account. The email explains how to add the code.',
        }),
      })
    },
    findProblems: (error) => ({ email: getFieldErrors(error)['email'] ?? getErrorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.key() }),
  })
  return (
    <FormDialog
      title={`Send ${code.code}`}
      description="They get an email with a link that fills in the code."
      startAt={field}
      actionLabel="Send"
      busy={form.isSending && 'Sending'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label="Address"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.text('email')}
      />
    </FormDialog>
  )
}
