/** An admin can close a settlement without all acceptances this many days after it became ready. */
export const CLOSE_AFTER_DAYS = 14
export const CLOSE_REASON_MAX = 500

/** Returns the time `CLOSE_AFTER_DAYS` before now: an admin can now close settlements that became ready by then. */
export const getClosableSince = (now: Date): Date => new Date(now.getTime() - CLOSE_AFTER_DAYS * 86_400_000)

/** Admins see a questioned figure that is still unresolved after this many days. */
export const CASE_AFTER_DAYS = 3

/**
 * Returns the time `CASE_AFTER_DAYS` before now: unresolved questions that were asked by then are shown to admins.
 */
export const getCasesUntil = (now: Date): Date => new Date(now.getTime() - CASE_AFTER_DAYS * 86_400_000)

/** Returns when an admin can close a settlement that became ready at `readyAt`. */
export const getClosableAt = (readyAt: Date): Date =>
  new Date(readyAt.getTime() + CLOSE_AFTER_DAYS * 86_400_000)
