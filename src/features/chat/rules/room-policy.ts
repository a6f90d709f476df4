import type { JoinBy, RoomRole, RoomType } from './chat-limits'

/**
 * A room and a person's role in it: everything a permission check needs. Loaded only for rooms that the person may
 * know of.
 */
export interface RoomAccess {
  roomType: RoomType
  joinBy: JoinBy | null
  isActive: boolean
  /** True for a direct conversation. It has no admin, and site moderators act in it only on a report. */
  isDirect: boolean
  /** Null if they are not a member. */
  role: RoomRole | null
  /** Moderator or admin of the site. */
  isModerator: boolean
}

/**
 * Returns whether the person may read messages and members: everyone in public and genre rooms, only members in private
 * ones.
 */
export function canRead({ roomType, role }: Pick<RoomAccess, 'roomType' | 'role'>): boolean {
  return role !== null || roomType !== 'private'
}

/** Returns whether the person may rename or restore the room, remove members and accept requests. */
export function canManage({ role, isDirect }: Pick<RoomAccess, 'role' | 'isDirect'>): boolean {
  return role === 'admin' && !isDirect
}

/**
 * Returns whether the person may hide messages, mute and ban people, close the room and set roles: room admins may,
 * and site moderators in rooms they can read.
 */
export function canModerate(access: RoomAccess): boolean {
  if (access.isDirect) return false
  return canManage(access) || (access.isModerator && canRead(access))
}

export interface RoomChanges {
  name?: unknown
  description?: unknown
  joinBy?: unknown
  slowModeSeconds?: unknown
  isActive?: unknown
}

/** Whether a site moderator closed the room; its admins cannot undo that. */
export interface Closing {
  isClosedByModerator: boolean
}

/**
 * Returns whether the person may restore the room: room admins may, and site moderators who are members. If a site
 * moderator closed the room, only site moderators may, members or not.
 */
export function canRestore(access: RoomAccess & Closing): boolean {
  if (access.isClosedByModerator) return access.isModerator
  return access.role !== null && canModerate(access)
}

/**
 * Returns whether the person may close the room: room admins may, and site moderators if they can read the room or
 * everyone can see its name.
 */
export function canClose(access: RoomAccess): boolean {
  return canModerate(access) || (access.isModerator && access.joinBy === 'request')
}

/**
 * Returns whether the person may make these changes. Room admins may change everything, but not reopen a room that a
 * site moderator closed. Site moderators may close a room, and reopen it if they are members or a site moderator
 * closed it.
 */
export function canChange(access: RoomAccess & Closing, changes: RoomChanges): boolean {
  if (changes.isActive === true && !canRestore(access)) return false
  if (canManage(access)) return true
  const others = [changes.name, changes.description, changes.joinBy, changes.slowModeSeconds]
  if (!others.every((value) => value === undefined)) return false
  return changes.isActive === true ? canRestore(access) : canClose(access)
}

/** Returns whether the person may invite others: members of a private room. */
export function canInvite({ roomType, role, isDirect, isActive }: RoomAccess): boolean {
  return roomType === 'private' && role !== null && !isDirect && isActive
}

/** An active mute: `until` is in the future. */
export interface Mute {
  until: Date
  isEverywhere: boolean
  reason: string
}

export type WriteRestriction =
  | { kind: 'not_member' }
  | { kind: 'archived' }
  | { kind: 'closed' }
  | ({ kind: 'muted' } & Mute)

/**
 * Returns why a reader of the room cannot write in it, or null. `isClosed`: in a direct conversation, one person
 * blocks the other or has deleted their account.
 */
export function findWriteRestriction({
  role,
  isActive,
  isClosed,
  mute,
}: Pick<RoomAccess, 'role' | 'isActive'> & {
  isClosed: boolean
  mute: Mute | null
}): WriteRestriction | null {
  if (role === null) return { kind: 'not_member' }
  if (!isActive) return { kind: 'archived' }
  if (isClosed) return { kind: 'closed' }
  return mute && { kind: 'muted', ...mute }
}
