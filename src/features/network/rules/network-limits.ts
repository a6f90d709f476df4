export const NOTE_MAX = 300
/** Connection requests per person. */
export const REQUEST_LIMIT = { points: 30, seconds: 3600 } as const
/** Requests to the same person: each sends a notification and an email, even when it is withdrawn and repeated. */
export const SAME_PERSON_LIMIT = { points: 3, seconds: 86_400 } as const
/** How many mutual connections are shown by name. */
export const MUTUAL_SHOWN = 5
