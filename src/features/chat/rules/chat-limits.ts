/** Maximum length of a message in grapheme clusters: what people count as characters. */
export const MESSAGE_MAX = 1000
/**
 * Maximum length of a stored message in code points, because combining characters can make one grapheme cluster
 * arbitrarily long.
 */
export const MESSAGE_STORED_MAX = 8000
export const ROOM_NAME_MAX = 50
export const ROOM_DESCRIPTION_MAX = 200
export const GENRE_MAX = 30
export const REASON_MAX = 500
export const REPORT_NOTE_MAX = 1000

/** The page size for opening a room and for loading older messages. */
export const PAGE_OF_MESSAGES = 100
/** The number of messages in the dashboard feed. */
export const FEED_OF_MESSAGES = 10
/** A room's unread messages are counted up to this number, which is shown as `99+`. */
export const UNREAD_MAX = 100
/** The maximum number of rooms in the room list. People find other rooms by searching. */
export const ROOMS_LISTED = 200

/** Rate limits per person: creating rooms, joining and leaving, inviting. */
export const CREATING = { points: 10, seconds: 3600 }
export const JOINING = { points: 60, seconds: 600 }
export const INVITING = { points: 60, seconds: 3600 }
/** Rate limit per person: reports of messages and people. */
export const REPORTING = { points: 30, seconds: 3600 }
/**
 * How often one member can invite the same person to the same room. Each invitation sends a notification, even after
 * the person has declined.
 */
export const REPEAT_INVITATION = { points: 3, seconds: 86_400 }
/** Rate limit per person: all other changes, such as settings, membership and moderation. */
export const MANAGING = { points: 120, seconds: 60 }
/** Rate limit per person: changing a room's name or settings, which makes every member reload their room list. */
export const CHANGING_ROOMS = { points: 30, seconds: 600 }
/** Rate limit per person: messages sent, across all rooms. */
export const SENDING = { points: 20, seconds: 10 }
/** Rate limit per person: editing or deleting messages. */
export const CHANGING = { points: 40, seconds: 10 }
/** Rate limit per person: typing signals. */
export const TYPING = { points: 20, seconds: 10 }

/** The choices for slow mode: seconds between two messages of one member. */
export const SLOW_MODES = [0, 5, 10, 30, 60, 300, 900, 3600] as const
/** The mute durations, in minutes. */
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
