import type { JoinBy, RoomRole, RoomType } from './chat-limits'

/** A room and what the person is in it: all that a permission is decided from. Only of rooms they may know of. */
export interface Standing {
  roomType: RoomType
  joinBy: JoinBy | null
  isActive: boolean
  /** A conversation between two. It has no admin, and nobody moderates it but by a report. */
  isDirect: boolean
  /** Null while they are no member. */
  role: RoomRole | null
  /** Of the whole product: moderators and admins. */
  isModerator: boolean
}

/** Messages and members: of public and genre rooms everybody reads them, of private ones the members. */
export function mayRead({ roomType, role }: Pick<Standing, 'roomType' | 'role'>): boolean {
  return role !== null || roomType !== 'private'
}

/** Rename, restore, take somebody out, let somebody in. */
export function mayManage({ role, isDirect }: Pick<Standing, 'role' | 'isDirect'>): boolean {
  return role === 'admin' && !isDirect
}

/** Hide, mute, ban, close, roles: the room's admins, and moderators wherever they may read. */
export function mayModerate(standing: Standing): boolean {
  if (standing.isDirect) return false
  return mayManage(standing) || (standing.isModerator && mayRead(standing))
}

/** What somebody wants to be otherwise about a room. */
export interface RoomChanges {
  name?: unknown
  description?: unknown
  joinBy?: unknown
  slowModeSeconds?: unknown
  isActive?: unknown
}

/** Whether it is archived by a moderator, whose word a room's admin does not undo. */
export interface Closing {
  isClosedByModerator: boolean
}

/** Its admins, and moderators in it; what a moderator closed only moderators, who need not be in it. */
export function mayRestore(standing: Standing & Closing): boolean {
  if (standing.isClosedByModerator) return standing.isModerator
  return standing.role !== null && mayModerate(standing)
}

/** Its admins, moderators where they read, and wherever everybody reads its name. */
export function mayClose(standing: Standing): boolean {
  return mayModerate(standing) || (standing.isModerator && standing.joinBy === 'request')
}

/** Its admins change everything; moderators close it, and open it again where they are a member or one of them closed it. */
export function mayChange(standing: Standing & Closing, changes: RoomChanges): boolean {
  if (changes.isActive === true && !mayRestore(standing)) return false
  if (mayManage(standing)) return true
  const others = [changes.name, changes.description, changes.joinBy, changes.slowModeSeconds]
  if (!others.every((value) => value === undefined)) return false
  return changes.isActive === true ? mayRestore(standing) : mayClose(standing)
}

/** Members of a private room bring others in. */
export function mayInvite({ roomType, role, isDirect, isActive }: Standing): boolean {
  return roomType === 'private' && role !== null && !isDirect && isActive
}

/** One that stands: `until` lies ahead. */
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
 * What keeps somebody who may read the room from writing in it; null when nothing does. `isClosed`: of a conversation
 * between two, that one blocks the other or is gone.
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
