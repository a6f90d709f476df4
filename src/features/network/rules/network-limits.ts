export const NOTE_MAX = 300
/** The maximum number of connection requests that a person can send per hour. */
export const REQUEST_LIMIT = { points: 30, seconds: 3600 } as const
/**
 * The maximum number of requests that a person can send to the same person per day. Each request sends a notification
 * and an email, even if it repeats a withdrawn request.
 */
export const SAME_PERSON_LIMIT = { points: 3, seconds: 86_400 } as const
/** The number of mutual connections that are shown by name. */
export const MUTUAL_SHOWN = 5
