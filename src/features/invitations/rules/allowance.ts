/** Codes that an admin makes at once. */
export const MOST_AT_ONCE = 50
/** A code is good for this long unless an admin says otherwise. */
export const DEFAULT_DAYS = 7
export const DAYS_MAX = 365
export const NOTE_MAX = 200
/** Words to somebody who is not let in. */
export const ANSWER_MAX = 500

/**
 * How many codes a member may still make: an open one and a used one count, one that expired or was revoked came back.
 * Never below zero, since an admin may lower `most` at any time.
 */
export function codesLeft({ most, pending, used }: { most: number; pending: number; used: number }): number {
  return Math.max(0, most - pending - used)
}
