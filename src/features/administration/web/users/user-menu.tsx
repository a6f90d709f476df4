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
import type { UserRow } from '../../contract-users-shapes'
import { copyItem } from './copy-item'
import type { UserChange } from './user-change'
import { formatUserName, toUserPath } from './user-format'

export type UserAction = 'suspend' | 'delete'

type UserMenuProps = {
  user: UserRow
  isYou: boolean
  onChange: (change: UserChange) => void
  onRequestAction: (action: UserAction) => void
}

/** AD-06 to AD-08: the actions for a user. Admins cannot be deleted, and no one can lock themselves out. */
export function UserMenu({ user, isYou, onChange, onRequestAction }: UserMenuProps) {
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
        ...copyItem(user),
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
