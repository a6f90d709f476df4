import type { JoinBy, RoomRole, RoomType } from './chat-limits'

/**
 * A room and the person's role in it: everything a permission check needs. Exists only for rooms the person may know
 * of.
 */
export interface Standing {
  roomType: RoomType
  joinBy: JoinBy | null
  isActive: boolean
  /** A direct conversation. It has no admin, and only reports lead to moderation. */
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
export function mayRead({ roomType, role }: Pick<Standing, 'roomType' | 'role'>): boolean {
  return role !== null || roomType !== 'private'
}

/** Returns whether the person may rename or restore the room, remove members and accept requests. */
export function mayManage({ role, isDirect }: Pick<Standing, 'role' | 'isDirect'>): boolean {
  return role === 'admin' && !isDirect
}

/**
 * Returns whether the person may hide, mute, ban, close and set roles: room admins, and moderators wherever they may
 * read.
 */
export function mayModerate(standing: Standing): boolean {
  if (standing.isDirect) return false
  return mayManage(standing) || (standing.isModerator && mayRead(standing))
}

export interface RoomChanges {
  name?: unknown
  description?: unknown
  joinBy?: unknown
  slowModeSeconds?: unknown
  isActive?: unknown
}

/** Whether a moderator archived the room; its admins cannot undo that. */
export interface Closing {
  isClosedByModerator: boolean
}

/**
 * Allowed for room admins and for moderators who are members. Only moderators restore what a moderator closed, even
 * without being members.
 */
export function mayRestore(standing: Standing & Closing): boolean {
  if (standing.isClosedByModerator) return standing.isModerator
  return standing.role !== null && mayModerate(standing)
}

/** Allowed for room admins, and for moderators where they can read the room or where everyone can see its name. */
export function mayClose(standing: Standing): boolean {
  return mayModerate(standing) || (standing.isModerator && standing.joinBy === 'request')
}

/**
 * Room admins change everything. Moderators can close a room, and reopen it if they are a member or a moderator closed
 * it.
 */
export function mayChange(standing: Standing & Closing, changes: RoomChanges): boolean {
  if (changes.isActive === true && !mayRestore(standing)) return false
  if (mayManage(standing)) return true
  const others = [changes.name, changes.description, changes.joinBy, changes.slowModeSeconds]
  if (!others.every((value) => value === undefined)) return false
  return changes.isActive === true ? mayRestore(standing) : mayClose(standing)
}

/** Returns whether the person may invite others: members of a private room. */
export function mayInvite({ roomType, role, isDirect, isActive }: Standing): boolean {
  return roomType === 'private' && role !== null && !isDirect && isActive
}

/** An active mute: `until` is in the future. */
export interface Mute {
  until: Date
  isEverywhere: boolean
  why: string
}

export type Silence =
  | { kind: 'not_member' }
  | { kind: 'archived' }
  | { kind: 'closed' }
  | ({ kind: 'muted' } & Mute)

/**
 * Returns why a reader of the room cannot write in it, or null. `isClosed`: in a direct conversation, one blocks the
 * other or has deleted their account.
 */
export function silenceOf({
  role,
  isActive,
  isClosed,
  mute,
}: Pick<Standing, 'role' | 'isActive'> & { isClosed: boolean; mute: Mute | null }): Silence | null {
  if (role === null) return { kind: 'not_member' }
  if (!isActive) return { kind: 'archived' }
  if (isClosed) return { kind: 'closed' }
  return mute && { kind: 'muted', ...mute }
}
