import type { Caller, Role } from './caller'

/**
 * Who may make a call: `members_area` is whoever the house lets into its members' area, see MembersArea; `member` is anybody
 * of the network (user, moderator or admin), customers excluded.
 */
export type Access = 'public' | 'signed_in' | 'members_area' | 'member' | 'moderator' | 'admin'

/** Who may open the members' area: anybody signed in, or only whom a member let in. */
export type MembersArea = 'signed_in' | 'invited'

/**
 * `sign_in` when no one is signed in; `two_step_needed` when the session may not use the role that the person has; `forbidden` and
 * `members_only` when the person lacks the role.
 */
export type AccessDecision = 'allowed' | 'sign_in' | 'forbidden' | 'members_only' | 'two_step_needed'

const rolesFor: Record<Exclude<Access, 'public' | 'signed_in'>, readonly Role[]> = {
  members_area: ['user', 'moderator', 'admin'],
  member: ['user', 'moderator', 'admin'],
  moderator: ['moderator', 'admin'],
  admin: ['admin'],
}

/** Whether a person of these roles was let in by a member, and so is no guest of the members' area. */
export function isMember(roles: readonly string[]): boolean {
  return rolesFor.member.some((role) => roles.includes(role))
}

/** `readMembersArea` is asked only where the answer depends on it: for a call of the members' area by somebody who is no member. */
export async function decideAccess(
  access: Access,
  caller: Pick<Caller, 'roles' | 'withheldRoles'> | null,
  readMembersArea: () => Promise<MembersArea>,
): Promise<AccessDecision> {
  const decision = decideByRole(access, caller)
  if (decision !== 'forbidden' || access !== 'members_area') return decision
  return (await readMembersArea()) === 'signed_in' ? 'allowed' : 'members_only'
}

function decideByRole(
  access: Access,
  caller: Pick<Caller, 'roles' | 'withheldRoles'> | null,
): 'allowed' | 'sign_in' | 'forbidden' | 'two_step_needed' {
  if (access === 'public') return 'allowed'
  if (!caller) return 'sign_in'
  if (access === 'signed_in') return 'allowed'
  const isOneOf = (roles: readonly Role[]) => rolesFor[access].some((role) => roles.includes(role))
  if (isOneOf(caller.roles)) return 'allowed'
  return isOneOf(caller.withheldRoles ?? []) ? 'two_step_needed' : 'forbidden'
}
