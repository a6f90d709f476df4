/** Days after it became ready, from which an admin can close a settlement that not all sides have accepted. */
export const CLOSE_AFTER_DAYS = 14
export const CLOSE_REASON_MAX = 500

/** Settlements that became ready until then can be closed now. */
export const getClosableSince = (now: Date): Date => new Date(now.getTime() - CLOSE_AFTER_DAYS * 86_400_000)

/** Days after which a questioned figure that no one has answered is listed for the admins. */
export const CASE_AFTER_DAYS = 3

/** Questions that were open by then are listed now. */
export const getCasesUntil = (now: Date): Date => new Date(now.getTime() - CASE_AFTER_DAYS * 86_400_000)

/** When an admin can close a settlement that became ready at this time. */
export const getClosableAt = (readyAt: Date): Date =>
  new Date(readyAt.getTime() + CLOSE_AFTER_DAYS * 86_400_000)
