import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmailText } from '~/design/email-text'
import { Spinner } from '~/design/spinner'
import { VerifiedBadge } from '~/design/verified-badge'
import type { UserRow } from '../../contract-users-shapes'
import { DeleteDialog } from './delete-dialog'
import { RoleBadges } from './role-badges'
import { SuspendDialog } from './suspend-dialog'
import { applyChangeToUser, type UserChange } from './user-change'
import { useUserChanges } from './use-user-changes'
import { formatSignInAddress, formatPlainDate, formatUserName, toUserPath } from './user-format'
import styles from './users.module.css'
import { useRouter } from '@tanstack/react-router'
import {
  BadgeCheck,
  BadgeX,
  Ban,
  CirclePlay,
  Ellipsis,
  Shield,
  ShieldOff,
  Trash2,
  UserRound,
} from 'lucide-react'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { createCopyItem } from './copy-menu-item'

type UserAction = 'suspend' | 'delete'

type UserMenuProps = {
  user: UserRow
  isYou: boolean
  onChange: (change: UserChange) => void
  onRequestAction: (action: UserAction) => void
}

type RowProps = {
  user: UserRow
  isYou: boolean
  onChanged: (id: string, patch: (row: UserRow) => UserRow) => void
  onDeleted: (id: string) => void
}

export function Row({ user, isYou, onChanged, onDeleted }: RowProps) {
  const [action, setAction] = useState<UserAction>()
  const { change, isChanging } = useUserChanges(user.id, (done) =>
    onChanged(user.id, (row) => applyChangeToUser(row, done)),
  )
  const state = <VerifiedState isVerified={user.isVerified} />
  return (
    <tr aria-busy={isChanging || undefined} data-row>
      <td>
        <a href={toUserPath(user.id)} className={classNames('row', styles.person)}>
          <Avatar id={user.id} name={formatUserName(user)} imageUrl={user.avatarUrl} size={36} />
          <span className={styles.name}>
            <b className="bold">{formatUserName(user)}</b>
            {user.djName !== null && user.djName !== user.fullName && (
              <span className={classNames('small faint', styles.djName)}>{user.djName}</span>
            )}
            <span className={classNames('small muted', styles.emailBelowName)}>
              <EmailText address={formatSignInAddress(user)} />
            </span>
          </span>
        </a>
      </td>
      <td className={classNames('muted hide', styles.email)}>
        <EmailText address={formatSignInAddress(user)} />
      </td>
      <td className="full">
        <span className={classNames('row wrap', styles.roles)}>
          <RoleBadges user={user} />
          <span className={classNames('small', styles.stateAndDate)}>
            {state}
            <span className="faint">{formatPlainDate(user.joinedAt)}</span>
          </span>
        </span>
      </td>
      <td className="hide">{state}</td>
      <td className="muted hide plain-weight">{formatPlainDate(user.joinedAt)}</td>
      <td className={styles.actions}>
        <span className={classNames('row', styles.buttons)}>
          {isChanging && <Spinner />}
          {!user.isVerified && !isChanging && (
            <Button
              size="sm"
              className={styles.verify}
              aria-label={`Verify ${formatUserName(user)}`}
              onClick={() => change({ kind: 'verify', isVerified: true })}
            >
              Verify
            </Button>
          )}
          <UserMenu user={user} isYou={isYou} onChange={change} onRequestAction={setAction} />
        </span>
        {action === 'delete' && (
          <DeleteDialog
            user={user}
            onClose={() => setAction(undefined)}
            onDeleted={() => onDeleted(user.id)}
          />
        )}
        {action === 'suspend' && (
          <SuspendDialog
            user={user}
            onClose={() => setAction(undefined)}
            onSuspended={(suspendedUntil) => onChanged(user.id, (row) => ({ ...row, suspendedUntil }))}
          />
        )}
      </td>
    </tr>
  )
}

function VerifiedState({ isVerified }: { isVerified: boolean }) {
  if (!isVerified) return <span className="faint">Unverified</span>
  return (
    <span className={classNames('row', styles.verified)}>
      <VerifiedBadge />
      <span aria-hidden="true">Verified</span>
    </span>
  )
}

/** AD-06 to AD-08: the actions for a user. Admins cannot be deleted, and no one can lock themselves out. */
function UserMenu({ user, isYou, onChange, onRequestAction }: UserMenuProps) {
  const router = useRouter()
  const isModerator = user.roles.includes('moderator')
  const role = 'moderator' as const
  const moderator = isModerator
    ? { label: 'Remove moderator', icon: ShieldOff, onSelect: () => onChange({ kind: 'remove', role }) }
    : { label: 'Assign moderator', icon: Shield, onSelect: () => onChange({ kind: 'assign', role }) }
  const verified = {
    label: user.isVerified ? 'Unverify user' : 'Verify user',
    icon: user.isVerified ? BadgeX : BadgeCheck,
    onSelect: () => onChange({ kind: 'verify', isVerified: !user.isVerified }),
  }
  const suspension =
    user.suspendedUntil === null
      ? { label: 'Suspend…', icon: Ban, onSelect: () => onRequestAction('suspend') }
      : {
          label: 'End suspension',
          icon: CirclePlay,
          onSelect: () => onChange({ kind: 'end suspension', was: user.suspendedUntil }),
        }
  const canDelete = !isYou && !user.roles.includes('admin')
  return (
    <Menu
      trigger={
        <IconButton size="sm" icon={Ellipsis} label={`Actions for ${formatUserName(user)}`} tooltip={false} />
      }
      items={[
        ...(isYou && isModerator ? [] : [moderator]),
        verified,
        ...createCopyItem(user),
        {
          label: 'View',
          icon: UserRound,
          onSelect: () => void router.navigate({ href: toUserPath(user.id) }),
        },
        ...(isYou ? [] : [{ separator: 'shuts out' }, suspension]),
        ...(canDelete
          ? [{ label: 'Delete user', icon: Trash2, danger: true, onSelect: () => onRequestAction('delete') }]
          : []),
      ]}
    />
  )
}
