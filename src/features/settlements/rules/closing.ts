/** Days after it became ready, from which an admin can close a settlement that not all sides have accepted. */
export const CLOSE_AFTER_DAYS = 14
export const CLOSE_REASON_MAX = 500

/** Settlements that became ready until then can be closed now. */
export const getClosableSince = (now: Date): Date => new Date(now.getTime() - CLOSE_AFTER_DAYS * 86_400_000)
