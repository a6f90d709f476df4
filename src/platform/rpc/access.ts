import type { Caller, Role } from './caller'

/** Who may make a call: `member` is anybody of the network (user, moderator or admin), customers excluded. */
export type Access = 'public' | 'signed_in' | 'member' | 'moderator' | 'admin'

const rolesFor: Record<Exclude<Access, 'public' | 'signed_in'>, readonly Role[]> = {
  member: ['user', 'moderator', 'admin'],
  moderator: ['moderator', 'admin'],
  admin: ['admin'],
}

/** `sign_in` when nobody is signed in and somebody must be; `forbidden` when the person lacks the role. */
export function decideAccess(access: Access, caller: Caller | null): 'allowed' | 'sign_in' | 'forbidden' {
  if (access === 'public') return 'allowed'
  if (!caller) return 'sign_in'
  if (access === 'signed_in') return 'allowed'
  return rolesFor[access].some((role) => caller.roles.includes(role)) ? 'allowed' : 'forbidden'
}
