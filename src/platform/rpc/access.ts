import type { Caller, Role } from './caller'

/**
 * The access that a call requires. A `member` is a user, moderator or admin, but not a customer. `members_area` allows
 * members, and all signed-in people while the members' area is open to them.
 */
export type Access = 'public' | 'signed_in' | 'members_area' | 'member' | 'moderator' | 'admin'

/**
 * `sign_in`: no one is signed in. `two_step_needed`: the person has the role, but needs two-step verification to use it
 * in this session. `forbidden` and `members_only`: the person lacks the role.
 */
export type AccessDecision = 'allowed' | 'sign_in' | 'forbidden' | 'members_only' | 'two_step_needed'

const rolesFor: Record<Exclude<Access, 'public' | 'signed_in'>, readonly Role[]> = {
  members_area: ['user', 'moderator', 'admin'],
  member: ['user', 'moderator', 'admin'],
  moderator: ['moderator', 'admin'],
  admin: ['admin'],
}

/** Whether a person with these roles is a member. Others are guests in the members' area. */
export function isMember(roles: readonly string[]): boolean {
  return rolesFor.member.some((role) => roles.includes(role))
}

/**
 * Decides whether a caller has access. Calls `isMembersAreaOpen` only for the members' area and a caller who is not a
 * member.
 */
export async function decideAccess(
  access: Access,
  caller: Pick<Caller, 'roles' | 'withheldRoles'> | null,
  isMembersAreaOpen: () => Promise<boolean>,
): Promise<AccessDecision> {
  const decision = decideByRole(access, caller)
  if (decision !== 'forbidden' || access !== 'members_area') return decision
  return (await isMembersAreaOpen()) ? 'allowed' : 'members_only'
}

function decideByRole(
  access: Access,
  caller: Pick<Caller, 'roles' | 'withheldRoles'> | null,
): 'allowed' | 'sign_in' | 'forbidden' | 'two_step_needed' {
  if (access === 'public') return 'allowed'
  if (!caller) return 'sign_in'
  if (access === 'signed_in') return 'allowed'
  const hasAnyRole = (roles: readonly Role[]) => rolesFor[access].some((role) => roles.includes(role))
  if (hasAnyRole(caller.roles)) return 'allowed'
  return hasAnyRole(caller.withheldRoles ?? []) ? 'two_step_needed' : 'forbidden'
}
