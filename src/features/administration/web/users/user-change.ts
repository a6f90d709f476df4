import type { UserRow } from '../../contract-users-shapes'
import { administration } from '../queries'

export type UserChange =
  | { kind: 'assign' | 'remove'; role: 'moderator' | 'admin'; password?: string }
  | { kind: 'verify'; isVerified: boolean }
  | { kind: 'end suspension'; was: string | null }

export function sendChange(id: string, change: UserChange): Promise<unknown> {
  if (change.kind === 'verify')
    return administration.users.setVerified.call({ id, isVerified: change.isVerified })
  if (change.kind === 'end suspension')
    return administration.users.endSuspension.call({ id, was: change.was })
  const { role, password } = change
  const input = { id, role, ...(password === undefined ? {} : { password }) }
  return change.kind === 'assign'
    ? administration.users.assignRole.call(input)
    : administration.users.removeRole.call(input)
}

type Changed = Pick<UserRow, 'roles' | 'isVerified' | 'suspendedUntil'>

/** Returns the user with the change applied. */
export function applyChangeToUser<User extends Changed>(user: User, change: UserChange): User {
  if (change.kind === 'verify') return { ...user, isVerified: change.isVerified }
  if (change.kind === 'end suspension') return { ...user, suspendedUntil: null }
  const others = user.roles.filter((role) => role !== change.role)
  if (change.kind === 'remove') return { ...user, roles: others }
  const isAdmin = others.includes('admin')
  return {
    ...user,
    roles:
      change.role === 'moderator' && isAdmin
        ? ['admin', 'moderator', ...others.slice(1)]
        : [change.role, ...others],
  }
}

/** AD-06, AD-07: returns the text of the toast after a successful change. */
export function describeSuccess(change: UserChange): string {
  if (change.kind === 'verify') return change.isVerified ? 'User verified' : 'User unverified'
  if (change.kind === 'end suspension') return 'Suspension ended'
  return `${change.kind === 'assign' ? 'Assigned' : 'Removed'} ${change.role} role`
}

export function describeFailure(change: UserChange): string {
  if (change.kind === 'verify') return 'Failed to update verification status'
  if (change.kind === 'end suspension') return 'Failed to end the suspension'
  return `Failed to ${change.kind} ${change.role} role`
}

/** Returns the change that undoes this one. Only harmful changes can be undone: removing a role or a verification. */
export function findUndoChange(change: UserChange): UserChange | undefined {
  if (change.kind === 'remove' && change.role === 'moderator') return { kind: 'assign', role: 'moderator' }
  if (change.kind === 'verify' && !change.isVerified) return { kind: 'verify', isVerified: true }
  return undefined
}
