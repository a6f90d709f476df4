/** The maximum lengths of a message's subject and body in the database, in characters. */
export const MESSAGE_SUBJECT_MOST = 120
export const MESSAGE_BODY_MOST = 4000

/**
 * The maximum number of messages to the ticket holders of one event per day. They did not subscribe to a newsletter.
 */
export const MESSAGES_A_DAY = 3
export const MESSAGE_DAY_MS = 24 * 60 * 60 * 1000
