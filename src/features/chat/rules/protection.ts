import type { RoomRole } from './chat-limits'

/** Whom a mute or a ban is meant for. */
export interface Target {
  /** A moderator or admin of the whole product. */
  isStaff: boolean
  /** In the room that it is about; null where they are no member, and everywhere. */
  roomRole: RoomRole | null
}

/**
 * Moderators and admins of the product are protected from everybody, themselves included; the admins of a room from one
 * another. Who falls out is settled by whoever gave them their role, not by who is faster.
 */
export function isProtected(target: Target, by: { isStaff: boolean }): boolean {
  return target.isStaff || (target.roomRole === 'admin' && !by.isStaff)
}
