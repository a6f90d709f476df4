export const NOTE_MAX = 300
/** Requests to connect, per person. */
export const REQUEST_LIMIT = { points: 30, seconds: 3600 } as const
/** Names and discs of people whom both know. */
export const MUTUAL_SHOWN = 5
