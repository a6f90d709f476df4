import type { RoomRole } from './chat-limits'

/** What somebody wrote last in a room in slow mode. */
export interface Pace {
  slowModeSeconds: number
  role: RoomRole | null
  /** Of the whole product. */
  isModerator: boolean
  lastSentAt: Date | null
}

/** The room's admins and moderators are not slowed down. */
export function isSlowed({ slowModeSeconds, role, isModerator }: Omit<Pace, 'lastSentAt'>): boolean {
  return slowModeSeconds > 0 && role !== 'admin' && !isModerator
}

/** Whole seconds until they may write again; 0: now. */
export function secondsToWait(pace: Pace, now: Date): number {
  if (!isSlowed(pace) || !pace.lastSentAt) return 0
  const until = pace.lastSentAt.getTime() + pace.slowModeSeconds * 1000
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}
