import type { RoomRole } from './chat-limits'

export interface Pace {
  slowModeSeconds: number
  role: RoomRole | null
  /** Moderator or admin of the site. */
  isModerator: boolean
  lastSentAt: Date | null
}

/** Returns whether slow mode applies to this person; room admins and site moderators are exempt. */
export function hasSlowMode({ slowModeSeconds, role, isModerator }: Omit<Pace, 'lastSentAt'>): boolean {
  return slowModeSeconds > 0 && role !== 'admin' && !isModerator
}

/** Returns the number of whole seconds until the person may write again; 0 means now. */
export function getWaitSeconds(pace: Pace, now: Date): number {
  if (!hasSlowMode(pace) || !pace.lastSentAt) return 0
  const until = pace.lastSentAt.getTime() + pace.slowModeSeconds * 1000
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}
