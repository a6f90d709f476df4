import { useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import type { UserRow } from '../../contract-users-shapes'
import { PasswordDialog } from './password-dialog'
import { describeFailure, sendChange, describeSuccess, type UserChange } from './user-change'
import { applyChange, refetchUsers } from './use-user-changes'
import { formatUserName } from './user-format'

type AdminRoleDialogProps = {
  user: Pick<UserRow, 'id' | 'fullName' | 'email' | 'phone'>
  isAdmin: boolean
  onClose: () => void
}

export function AdminRoleDialog({ user, isAdmin, onClose }: AdminRoleDialogProps) {
  const queryClient = useQueryClient()
  const change: UserChange = { kind: isAdmin ? 'remove' : 'assign', role: 'admin' }
  const name = formatUserName(user)
  return (
    <PasswordDialog
      title={isAdmin ? 'Remove the admin role' : `Make ${name} an admin`}
      description={
        isAdmin
          ? `${name} will lose access to the admin panel.`
          : `${name} will be able to do everything you can, including changing your account.`
      }
      confirmLabel={isAdmin ? 'Remove admin' : 'Make admin'}
      busy={isAdmin ? 'Removing' : 'Assigning'}
      danger={isAdmin}
      failure={describeFailure(change)}
      run={(password) => sendChange(user.id, { ...change, password })}
      onDone={() => {
        applyChange(queryClient, user.id, change)
        notify.success(describeSuccess(change))
        onClose()
        refetchUsers(queryClient)
      }}
      onFailure={() => refetchUsers(queryClient)}
      onClose={onClose}
    />
  )
}
