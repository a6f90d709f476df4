/** In characters as people count them: grapheme clusters. */
export const MESSAGE_MAX = 1000
/** Also as stored, in code points: a cluster can be piled up without end. */
export const MESSAGE_STORED_MAX = 8000
export const ROOM_NAME_MAX = 50
export const ROOM_DESCRIPTION_MAX = 200
export const GENRE_MAX = 30
export const WHY_MAX = 500
export const REPORT_NOTE_MAX = 1000

/** What opening a room reads, and each piece of what is older. */
export const PAGE_OF_MESSAGES = 100
/** What the home shows. */
export const FEED_OF_MESSAGES = 10
/** Unread messages are counted up to here, and shown as `99+` from there. */
export const UNREAD_MAX = 100
/** More rooms than this are found by searching. */
export const ROOMS_LISTED = 200

/** A person may make so many rooms, come into and go out of rooms so often, invite so many people. */
export const CREATING = { points: 10, seconds: 3600 }
export const JOINING = { points: 60, seconds: 600 }
export const INVITING = { points: 60, seconds: 3600 }
/** … and report so often. */
export const REPORTING = { points: 30, seconds: 3600 }
/** By one member, the same person into the same room: it rings in their bell each time, also after a no. */
export const INVITING_AGAIN = { points: 3, seconds: 86_400 }
/** … do all else that others in a room hear of, how it is run, who is in it, who may write, and what takes the clock for it. */
export const MANAGING = { points: 120, seconds: 60 }
/** … change rooms so often: everybody's list of rooms is read again for it. */
export const CHANGING_ROOMS = { points: 30, seconds: 600 }
/** A person may send this many messages in so many seconds, over all rooms. */
export const SENDING = { points: 20, seconds: 10 }
/** … edit or delete so many of them … */
export const CHANGING = { points: 40, seconds: 10 }
/** … and say so often that they are writing. */
export const TYPING = { points: 20, seconds: 10 }

/** What a room's admin may choose between two messages of one member, in seconds. */
export const SLOW_MODES = [0, 5, 10, 30, 60, 300, 900, 3600] as const
/** What somebody may be muted for, in minutes. */
export const MUTE_MINUTES = [60, 1440, 10_080] as const

export const ROOM_TYPES = ['public', 'private', 'genre'] as const
export type RoomType = (typeof ROOM_TYPES)[number]
export const JOIN_BYS = ['invitation', 'request'] as const
export type JoinBy = (typeof JOIN_BYS)[number]
export const ROOM_ROLES = ['admin', 'member'] as const
export type RoomRole = (typeof ROOM_ROLES)[number]

export const REPORT_REASONS = ['spam', 'insult', 'impersonation', 'scam', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const DECISIONS = ['nothing', 'hide', 'hide_and_mute', 'mute', 'ban'] as const
export type Decision = (typeof DECISIONS)[number]
