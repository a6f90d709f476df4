import { useRouter } from '@tanstack/react-router'
import { BadgeCheck, Crown, Ellipsis, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { VerifiedBadge } from '~/design/verified-badge'
import type { UserDetail, UserRow } from '../../contract-users-shapes'
import { createCopyItem } from './copy-menu-item'
import { RoleBadges } from './role-badges'
import { useUserChanges, applyChange, refetchUsers } from './use-user-changes'
import { formatSignInAddress, formatUserName } from './user-format'
import styles from './user-page.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { PasswordDialog } from './password-dialog'
import { describeFailure, sendChange, describeSuccess, type UserChange } from './user-change'

type AdminRoleDialogProps = {
  user: Pick<UserRow, 'id' | 'fullName' | 'email' | 'phone'>
  isAdmin: boolean
  onClose: () => void
}

export function UserHead({ user }: { user: UserDetail }) {
  const { djName, fullName, email, location, isVerified, isEmailVerified } = user
  const known = [djName === fullName ? null : djName, formatSignInAddress(user), location].filter(Boolean)
  return (
    <header className={styles.head}>
      <Avatar id={user.id} name={formatUserName(user)} imageUrl={user.avatarUrl} size={88} />
      <div className={styles.name}>
        <h1 className="title-1">
          {formatUserName(user)} {isVerified && <VerifiedBadge className={styles.verified} />}
        </h1>
        <p className="muted">{known.join(' · ')}</p>
        <p className={classNames('row wrap', styles.badges)}>
          <RoleBadges user={user} />
          {!isVerified && <Badge tone="outline">Unverified</Badge>}
          {email !== null && !isEmailVerified && <Badge tone="outline">email not verified</Badge>}
        </p>
      </div>
      <Actions user={user} />
    </header>
  )
}

function Actions({ user }: { user: UserDetail }) {
  const router = useRouter()
  const { change, isChanging } = useUserChanges(user.id)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const isAdmin = user.roles.includes('admin')
  const isModerator = user.roles.includes('moderator')
  const page = findPublicPath(user)
  return (
    <div className={classNames('row wrap', styles.actions)}>
      <Button
        variant={user.isVerified ? 'quiet' : 'primary'}
        icon={user.isVerified ? undefined : BadgeCheck}
        aria-disabled={isChanging || undefined}
        onClick={() => change({ kind: 'verify', isVerified: !user.isVerified })}
      >
        {user.isVerified ? 'Unverify' : 'Verify'}
      </Button>
      {!(user.isYou && isModerator) && (
        <Button
          aria-disabled={isChanging || undefined}
          onClick={() => change({ kind: isModerator ? 'remove' : 'assign', role: 'moderator' })}
        >
          {isModerator ? 'Remove moderator' : 'Assign moderator'}
        </Button>
      )}
      <Menu
        trigger={<IconButton variant="quiet" icon={Ellipsis} label="More actions" tooltip={false} />}
        items={[
          ...(user.isYou
            ? []
            : [
                {
                  label: isAdmin ? 'Remove admin' : 'Make admin',
                  icon: Crown,
                  danger: isAdmin,
                  disabled: user.isLastAdmin,
                  onSelect: () => setIsDialogOpen(true),
                },
              ]),
          ...createCopyItem(user),
          ...(page === undefined
            ? []
            : [
                {
                  label: 'Open public page',
                  icon: ExternalLink,
                  onSelect: () => void router.navigate({ href: page }),
                },
              ]),
        ]}
      />
      {isDialogOpen && (
        <AdminRoleDialog user={user} isAdmin={isAdmin} onClose={() => setIsDialogOpen(false)} />
      )}
    </div>
  )
}

/** Returns the path of the profile that visitors or members see; customers have none. */
function findPublicPath({ id, roles, memberTypes }: UserDetail): string | undefined {
  if (memberTypes.includes('DJ')) return `/dj/${id}`
  return roles.includes('user') ? `/dashboard/members/${id}` : undefined
}

function AdminRoleDialog({ user, isAdmin, onClose }: AdminRoleDialogProps) {
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
