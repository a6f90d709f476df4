import { useRef } from 'react'
import { Dialog } from '~/design/dialog'
import type { UserRow } from '../../contract-users-shapes'
import { SuspendForm } from './suspend-form'
import { formatUserName } from './user-format'

type SuspendDialogProps = { user: UserRow; onClose: () => void; onSuspended: (until: string) => void }

export const SUSPENDING = 'Signs them out everywhere. Tickets stay valid.'

export function SuspendDialog({ user, onClose, onSuspended }: SuspendDialogProps) {
  const reasonField = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Suspend ${formatUserName(user)}`}
      description={SUSPENDING}
      startAt={reasonField}
    >
      <SuspendForm
        user={user}
        reasonField={reasonField}
        onCancel={onClose}
        onSuspended={(until) => {
          onSuspended(until)
          onClose()
        }}
      />
    </Dialog>
  )
}
