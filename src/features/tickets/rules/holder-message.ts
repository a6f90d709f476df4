/** Limits of the database table. */
export const MESSAGE_SUBJECT_MOST = 120
export const MESSAGE_BODY_MOST = 4000

/** A daily limit, because ticket holders did not subscribe to a newsletter. */
export const MESSAGES_A_DAY = 3
export const MESSAGE_DAY_MS = 24 * 60 * 60 * 1000
