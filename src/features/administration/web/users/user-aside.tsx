import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { formatCount } from '~/lib/count'
import { formatShortDate } from '~/lib/time'
import type { UserDetail } from '../../contract-users-shapes'
import { DeleteDialog } from './delete-dialog'
import { SUSPENDING } from './suspend-dialog'
import { SuspendForm } from './suspend-form'
import { useUserChanges } from './use-user-changes'
import { formatPlainDate, toUserPath } from './user-format'
import styles from './user-page.module.css'

export function UserAside({ user, onDeleted }: { user: UserDetail; onDeleted: () => void }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const isAdmin = user.roles.includes('admin')
  return (
    <aside className={classNames('stack', styles.aside)} data-client-links>
      <InvitedBy user={user} />
      <Account user={user} />
      {user.isYou ? (
        <p className="panel padded small muted">
          This is your own account. Another admin can suspend it or remove your role. Admins can’t be deleted.
        </p>
      ) : (
        <section className={classNames('panel padded', styles.suspension)}>
          {user.suspendedUntil === null ? (
            <>
              <h2 className="title-3">Suspend</h2>
              <p className={classNames('small muted', styles.explanation)}>{SUSPENDING}</p>
              <SuspendForm user={user} />
            </>
          ) : (
            <Suspended user={user} until={user.suspendedUntil} />
          )}
        </section>
      )}
      {!user.isYou && !isAdmin && (
        <section>
          <Button
            variant="ghost"
            icon={Trash2}
            className={styles.delete}
            onClick={() => setIsDialogOpen(true)}
          >
            Delete user
          </Button>
          {isDialogOpen && (
            <DeleteDialog user={user} onClose={() => setIsDialogOpen(false)} onDeleted={onDeleted} />
          )}
        </section>
      )}
      {!user.isYou && isAdmin && (
        <p className="small faint">
          {user.isLastAdmin
            ? 'The site needs at least one admin. Make another user an admin first.'
            : 'Admins can’t be deleted. Remove the admin role first.'}
        </p>
      )}
    </aside>
  )
}

function InvitedBy({ user: { invitedBy, invited } }: { user: UserDetail }) {
  const people = invited.direct === 1 ? '1 person' : `${formatCount(invited.direct)} people`
  const behind = invited.behind > 0 ? `, ${formatCount(invited.behind)} more through them` : ''
  const codes = invited.codesLeft === 1 ? '1 code' : `${formatCount(invited.codesLeft ?? 0)} codes`
  return (
    <section className={styles.invitedBy}>
      <h2 className="title-3">Invited by</h2>
      {invitedBy === null ? (
        <p className="muted">No one</p>
      ) : (
        <p>
          <a className={classNames('row', styles.person)} href={toUserPath(invitedBy.id)}>
            <Avatar id={invitedBy.id} name={invitedBy.name} imageUrl={invitedBy.avatarUrl} size={40} />
            <b className="bold">{invitedBy.name}</b>
          </a>
        </p>
      )}
      <p className="small muted">
        {invited.direct === 0 ? 'Invited no one yet.' : `Invited ${people}${behind}.`}
        {invited.codesLeft !== null && ` ${codes} left.`}
      </p>
    </section>
  )
}

function Account({ user }: { user: UserDetail }) {
  return (
    <dl className="fact-list small">
      {user.memberTypes.length > 0 && (
        <div>
          <dt>Member types</dt>
          <dd>{user.memberTypes.join(', ')}</dd>
        </div>
      )}
      <div>
        <dt>Last signed in</dt>
        <dd>{user.lastSignedInAt === null ? 'Never' : formatPlainDate(user.lastSignedInAt)}</dd>
      </div>
    </dl>
  )
}

function Suspended({ user, until }: { user: UserDetail; until: string }) {
  const { change, isChanging } = useUserChanges(user.id)
  return (
    <>
      <h2 className="title-3">Suspended</h2>
      <p className={styles.until}>Until {formatShortDate(until, 'UTC')}</p>
      {user.suspendedReason !== null && (
        <p className={classNames('small muted', styles.reason)}>{user.suspendedReason}</p>
      )}
      <Button
        full
        busy={isChanging && 'Ending'}
        onClick={() => change({ kind: 'end suspension', was: until })}
      >
        End suspension
      </Button>
    </>
  )
}
