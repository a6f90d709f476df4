export const NOTE_MAX = 300
/** Requests to connect, per person. */
export const REQUEST_LIMIT = { points: 30, seconds: 3600 } as const
/** Requests to the same person: each is a notice and an email, also when it is taken back and sent again. */
export const SAME_PERSON_LIMIT = { points: 3, seconds: 86_400 } as const
/** Names and discs of people whom both know. */
export const MUTUAL_SHOWN = 5
