import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { hasErrorCode } from '~/platform/rpc/errors'
import type { UserRow } from '../../contract-users-shapes'
import { PasswordDialog } from './password-dialog'
import { administration } from '../queries'
import { refetchUsers } from './use-user-changes'
import { formatSignInAddress, formatUserName } from './user-format'
import styles from './user-page.module.css'

type DeleteDialogProps = {
  user: Pick<UserRow, 'id' | 'fullName' | 'email' | 'phone' | 'avatarUrl'>
  onClose: () => void
  onDeleted: () => void
}

/** AD-08: asks for the admin’s password and deletes the account permanently. */
export function DeleteDialog({ user, onClose, onDeleted }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  return (
    <PasswordDialog
      title="Are you sure?"
      description="This action cannot be undone. This will permanently delete the user account and all associated data."
      confirmLabel="Delete user"
      busy="Deleting"
      danger
      failure="Failed to delete user"
      run={(password) => administration.users.remove.call({ id: user.id, password })}
      onDone={() => {
        notify.success('User deleted successfully')
        onClose()
        onDeleted()
        refetchUsers(queryClient)
      }}
      onFailure={(error) => {
        if (hasErrorCode(error, 'NOT_FOUND')) onClose()
        refetchUsers(queryClient)
      }}
      explain={renderOrganizedEvents}
      onClose={onClose}
    >
      <p className="row">
        <Avatar id={user.id} name={formatUserName(user)} imageUrl={user.avatarUrl} size={40} />
        <span className={styles.deletedPerson}>
          <b className="bold">{formatUserName(user)}</b>
          <span className="small muted">{formatSignInAddress(user)}</span>
        </span>
      </p>
      <p className="small muted">
        Orders are kept without a name because the accounts must balance. Messages in rooms are shown as
        written by a deleted account.
      </p>
    </PasswordDialog>
  )
}

type OrganizedEvent = { id: string; title: string }

/** Lists the events that prevent the deletion. */
function renderOrganizedEvents(error: unknown): ReactNode {
  if (!(error instanceof ORPCError) || error.code !== 'ORGANIZES') return undefined
  const data: { events?: readonly OrganizedEvent[] } | undefined = error.data
  const events = data?.events ?? []
  return (
    <Note tone="red" icon={TriangleAlert} role="alert">
      {error.message}
      {events.length > 0 && (
        <ul className={styles.events} data-client-links>
          {events.map(({ id, title }) => (
            <li key={id}>
              <a className="link" href={`/events/${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}
