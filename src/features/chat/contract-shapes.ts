import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { instant } from '~/platform/rpc/contract'
import {
  DECISIONS,
  GENRE_MAX,
  JOIN_BYS,
  MESSAGE_MAX,
  REPORT_REASONS,
  ROOM_DESCRIPTION_MAX,
  ROOM_NAME_MAX,
  ROOM_ROLES,
  ROOM_TYPES,
  REASON_MAX,
} from './rules/chat-limits'
import { hasValidLength } from './rules/message-text'

export const id = z.string().max(64).toLowerCase()
const iso = z.iso.datetime()
export const inRoom = z.object({ roomId: id })
export const aboutPerson = z.object({ roomId: id, personId: id })
export const done = z.object({})
export const count = z.int().min(0)
/** A position in the global order of chat events, see `chat_clock`. */
export const seq = z.int().min(0)
export const reasonText = z
  .string()
  .overwrite(cleanSingleLineText)
  .min(1, 'Enter a reason.')
  .max(REASON_MAX, `Use at most ${REASON_MAX} characters.`)

export const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable() })
export type ChatPerson = z.output<typeof person>

/** A message has no field that depends on the reader, so that it is serialized only once for all readers. */
export const message = z.object({
  id,
  roomId: id,
  /** The message's position in the room. Newer messages have a higher one. */
  seq,
  /** Null if the account was deleted. An empty name is shown as Anonymous. */
  sender: person.nullable(),
  /** Null while the message is hidden, except for readers who may moderate the room. */
  content: z.string().nullable(),
  createdAt: iso,
  isEdited: z.boolean(),
  isHidden: z.boolean(),
  /** Lets the sender's browser recognize its own message. */
  clientId: z.string().nullable(),
})
export type ChatMessage = z.output<typeof message>
export const messageText = z
  .string()
  .max(100_000)
  .overwrite(cleanMultiLineText)
  .min(1, 'Write a message.')
  .refine(hasValidLength, `Use at most ${MESSAGE_MAX} characters.`)

export const roomType = z.enum(ROOM_TYPES)
export const roomRole = z.enum(ROOM_ROLES)
const room = z.object({
  id,
  /** In a direct conversation, the other person's name, or Anonymous. */
  name: z.string(),
  description: z.string().nullable(),
  roomType,
  genre: z.string().nullable(),
  /** Private rooms only: how people join. */
  joinBy: z.enum(JOIN_BYS).nullable(),
  /** The caller's role; null if they are not a member. */
  role: roomRole.nullable(),
  isDirect: z.boolean(),
  /** The other person; null if their account was deleted. */
  direct: person.nullable(),
  isActive: z.boolean(),
})
export const listedRoom = room.extend({
  /**
   * The caller's unread messages, up to 100; 0 in rooms they did not join. Excludes their own messages, hidden
   * messages and those of people they hide.
   */
  unread: count,
  isInvited: z.boolean(),
})
export type ListedRoom = z.output<typeof listedRoom>

/** Why the caller can't write here now; null if they can. */
const writeRestriction = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('not_member') }),
    z.object({ kind: z.literal('archived') }),
    /** Muted everywhere, or in this room only. */
    z.object({ kind: z.literal('muted'), until: iso, isEverywhere: z.boolean(), reason: z.string() }),
    /** A conversation with a blocked person (in either direction) or a deleted account. */
    z.object({ kind: z.literal('closed') }),
  ])
  .nullable()

export const roomDetail = room.extend({
  memberCount: count,
  /** Up to three members, for the room header. Empty if the caller may not read the room. */
  people: z.array(person),
  /** Everyone can read public and genre rooms; only members can read private ones. */
  canRead: z.boolean(),
  /** The caller is the only admin and must appoint another one before leaving. */
  isOnlyAdmin: z.boolean(),
  /** The caller may rename and restore the room, remove members and accept requests: true for the room's admins. */
  canManage: z.boolean(),
  /**
   * The caller may hide messages, mute and ban people, close the room and set roles: true for the room's admins, and
   * for site moderators in rooms they can read.
   */
  canModerate: z.boolean(),
  /**
   * The room is archived and the caller may reopen it: its admins may, and site moderators who are members. If a site
   * moderator closed the room, only site moderators may.
   */
  canRestore: z.boolean(),
  /**
   * The caller may close the room as a site moderator; then only site moderators can reopen it. Also true if its
   * admins archived it.
   */
  canClose: z.boolean(),
  writeRestriction: writeRestriction,
  slowModeSeconds: count,
  isInvited: z.boolean(),
  /**
   * The caller's request to join the room; null if there is none. `asked`: it waits for a room admin. `declined`: the
   * caller may ask again from `requestAgainAt`.
   */
  request: z.object({ state: z.enum(['asked', 'declined']), requestAgainAt: iso.nullable() }).nullable(),
  /** The number of pending requests to join the room; 0 if the caller may not answer them. */
  waiting: count,
  /** The caller's read position; 0 if they never joined. */
  lastReadSeq: seq,
  /** People hidden by the caller. */
  hiddenPeople: z.array(id),
})
export type RoomDetail = z.output<typeof roomDetail>

const name = z
  .string()
  .overwrite(cleanSingleLineText)
  .min(1, 'Give the room a name.')
  .max(ROOM_NAME_MAX, `Use at most ${ROOM_NAME_MAX} characters.`)
const description = z
  .string()
  .overwrite(cleanSingleLineText)
  .max(ROOM_DESCRIPTION_MAX, `Use at most ${ROOM_DESCRIPTION_MAX} characters.`)
  .nullable()
/** Empty texts are stored as null. `genre` is stored for genre rooms only, `joinBy` for private rooms only. */
export const roomInput = z.object({
  name,
  description,
  roomType,
  genre: z
    .string()
    .overwrite(cleanSingleLineText)
    .max(GENRE_MAX, `Use at most ${GENRE_MAX} characters.`)
    .nullable(),
  joinBy: z.enum(JOIN_BYS).default('invitation'),
})

export const roomMember = z.object({
  person,
  role: roomRole,
  joinedAt: instant,
  /** The end of the member's mute, in this room or everywhere. Null without a mute, and for callers who may not moderate. */
  mutedUntil: instant.nullable(),
  /**
   * Which mute of the member the caller can end: the one in this room or, as a site moderator, the one in all rooms.
   */
  canUnmute: z.enum(['here', 'everywhere']).nullable(),
})
export type RoomMember = z.output<typeof roomMember>
export const waitingPerson = z.object({ requestId: id, person, requestedAt: instant })
export const bannedPerson = z.object({
  person,
  reason: z.string(),
  by: z.string().nullable(),
  at: instant,
  /** True if the caller can lift the ban. Only site moderators can lift the ban of a site moderator. */
  canLift: z.boolean(),
})

export const feedMessage = message.extend({
  room: z.object({ id, name: z.string(), genre: z.string().nullable() }),
})
export type FeedMessage = z.output<typeof feedMessage>

export const reason = z.enum(REPORT_REASONS)
export const decision = z.enum(DECISIONS)
export const caseTab = z.enum(['open', 'mine', 'closed'])
export const caseSummary = z.object({
  id,
  /** For example R-120. */
  number: z.string(),
  /** `Message in Deep end`, or the person's name. */
  title: z.string(),
  /** The most frequent reason of the reports. */
  reason,
  reporters: count,
  openedAt: instant,
  takenBy: person.nullable(),
  isPassedToAdmin: z.boolean(),
  decision: decision.nullable(),
  decidedAt: instant.nullable(),
})
export type CaseSummary = z.output<typeof caseSummary>

export const caseDetail = caseSummary.extend({
  person: person.nullable(),
  room: z.object({ id, name: z.string() }).nullable(),
  /**
   * The message as reported; null if the report is about a person. `isRemoved`: the message was deleted after the
   * report.
   */
  quote: z
    .object({
      text: z.string(),
      at: instant,
      isHidden: z.boolean(),
      isRemoved: z.boolean(),
      isChanged: z.boolean(),
    })
    .nullable(),
  /** The messages next to the reported one: at most two before and two after. */
  around: z.array(z.object({ id, senderName: z.string(), text: z.string(), isBefore: z.boolean() })),
  reports: z.array(
    z.object({ reporter: person.nullable(), reason, note: z.string().nullable(), at: instant }),
  ),
  record: z.object({
    joinedAt: instant.nullable(),
    earlierReports: count,
    timesMuted: count,
    mutedUntil: instant.nullable(),
  }),
  /** The decisions that are possible for this case, in display order. */
  options: z.array(decision),
  decisionReason: z.string().nullable(),
  decidedBy: person.nullable(),
})
export type CaseDetail = z.output<typeof caseDetail>
