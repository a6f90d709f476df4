/** Maximum codes that an admin can generate at a time. */
export const MAX_CODES_PER_REQUEST = 50
export const DEFAULT_DAYS = 7
export const DAYS_MAX = 365
export const NOTE_MAX = 200
export const MESSAGE_MAX = 500

/**
 * Returns how many codes a member can still generate. Open and used codes count; expired and revoked ones do not. Never
 * negative, although an admin may lower `most` at any time.
 */
export function countCodesLeft({
  most,
  pending,
  used,
}: {
  most: number
  pending: number
  used: number
}): number {
  return Math.max(0, most - pending - used)
}
