import type { RoomRole } from './chat-limits'

export interface Target {
  /** Moderator or admin of the site. */
  isStaff: boolean
  /** The person's role in the room concerned; null for non-members and for site-wide actions. */
  roomRole: RoomRole | null
}

/**
 * Returns whether this person can't be muted or banned. Site moderators and admins are protected from everyone,
 * including each other; room admins are protected from each other. Otherwise the person who acts first would win a
 * dispute.
 */
export function isProtected(target: Target, by: { isStaff: boolean }): boolean {
  return target.isStaff || (target.roomRole === 'admin' && !by.isStaff)
}
