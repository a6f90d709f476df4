import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { DialogCode, CodeActions } from './code-actions'
import { invitations } from './queries'

type RevokeDialogProps = {
  code: DialogCode
  actions: CodeActions
  onClose: () => void
  onRevoked?: ((code: DialogCode) => void) | undefined
}

/** AD-09: asks first, because a revoked code cannot be restored. */
export function RevokeDialog({ code, actions, onClose, onRevoked }: RevokeDialogProps) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => actions.revoke(code.id),
    onSuccess: () => notify.success('Invitation revoked'),
    onError: (error) => notify.error('Failed to revoke invitation', { detail: errorMessage(error) }),
    onSettled: async (_done, error) => {
      onClose()
      // Also after a failure: the code may have been used in the meantime.
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
