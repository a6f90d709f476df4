import { z } from 'zod'
import { manyLines } from '~/lib/many-lines'
import { oneLine } from '~/lib/one-line'
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
  WHY_MAX,
} from './rules/chat-limits'
import { fitsMessage } from './rules/message-text'

export const id = z.string().max(64).toLowerCase()
const iso = z.iso.datetime()
export const inRoom = z.object({ roomId: id })
export const aboutPerson = z.object({ roomId: id, personId: id })
export const done = z.object({})
export const count = z.int().min(0)
/** A place in the one order of everything that happens in chat, see `chat_clock`. */
export const seq = z.int().min(0)
export const why = z
  .string()
  .overwrite(oneLine)
  .min(1, 'Enter a reason.')
  .max(WHY_MAX, `Use at most ${WHY_MAX} characters.`)

export const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable() })
export type ChatPerson = z.output<typeof person>

/** The same for everybody who may read it: it is serialised once. */
export const message = z.object({
  id,
  roomId: id,
  /** Its place in the room: messages rise by it. */
  seq,
  /** Null: the account is gone. A name may be empty, and is then shown as Anonymous. */
  sender: person.nullable(),
  /** Null while it is hidden, except for those who may moderate the room. */
  content: z.string().nullable(),
  createdAt: iso,
  isEdited: z.boolean(),
  isHidden: z.boolean(),
  /** By which the sender's browser knows its own again. */
  clientId: z.string().nullable(),
})
export type ChatMessage = z.output<typeof message>
export const messageText = z
  .string()
  .max(100_000)
  .overwrite(manyLines)
  .min(1, 'Write a message.')
  .refine(fitsMessage, `Use at most ${MESSAGE_MAX} characters.`)

export const roomType = z.enum(ROOM_TYPES)
export const roomRole = z.enum(ROOM_ROLES)
const room = z.object({
  id,
  /** Of a conversation between two: the other's name, or Anonymous. */
  name: z.string(),
  description: z.string().nullable(),
  roomType,
  genre: z.string().nullable(),
  /** Of private rooms: how one gets in. */
  joinBy: z.enum(JOIN_BYS).nullable(),
  /** The caller's; null while they are no member. */
  role: roomRole.nullable(),
  /** A conversation between two. */
  isDirect: z.boolean(),
  /** The other of it; null when their account is gone. */
  direct: person.nullable(),
  isActive: z.boolean(),
})
export const listedRoom = room.extend({
  /** Of a room the caller joined, up to 100. Their own and hidden ones and those of people they hide do not count. */
  unread: count,
  isInvited: z.boolean(),
})
export type ListedRoom = z.output<typeof listedRoom>

/** Why the caller cannot write here now; null: they can. */
const silence = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('not_member') }),
    z.object({ kind: z.literal('archived') }),
    /** Everywhere, or in this room only. */
    z.object({ kind: z.literal('muted'), until: iso, isEverywhere: z.boolean(), why: z.string() }),
    /** A conversation with somebody who is blocked, either way, or whose account is gone. */
    z.object({ kind: z.literal('closed') }),
  ])
  .nullable()

export const roomDetail = room.extend({
  memberCount: count,
  /** Up to three, for the head of the room. Empty where the caller may not read. */
  people: z.array(person),
  /** Public and genre rooms may be read by everybody, private ones by their members. */
  mayRead: z.boolean(),
  /** The caller is its only admin and has to appoint another before leaving. */
  isOnlyAdmin: z.boolean(),
  /** Rename, restore, take out, let in: the room's admins. */
  mayManage: z.boolean(),
  /** Hide, mute, ban, close, roles: the room's admins and the moderators. */
  mayModerate: z.boolean(),
  /** It is archived, and the caller may open it again: what a moderator closed, moderators only. */
  mayRestore: z.boolean(),
  /** As a moderator: then only moderators open it again. Also when its admins have archived it. */
  mayClose: z.boolean(),
  silence,
  slowModeSeconds: count,
  isInvited: z.boolean(),
  /** `asked`: waits for an admin of the room. `declined`: may ask again from `askAgainAt`. */
  request: z.object({ state: z.enum(['asked', 'declined']), askAgainAt: iso.nullable() }).nullable(),
  /** How many wait to be let in; 0 for who may not answer. */
  waiting: count,
  /** Up to where the caller has read; 0 for who never joined. */
  lastReadSeq: seq,
  /** Whose messages the caller folds away. */
  hiddenPeople: z.array(id),
})
export type RoomDetail = z.output<typeof roomDetail>

const name = z
  .string()
  .overwrite(oneLine)
  .min(1, 'Give the room a name.')
  .max(ROOM_NAME_MAX, `Use at most ${ROOM_NAME_MAX} characters.`)
const description = z
  .string()
  .overwrite(oneLine)
  .max(ROOM_DESCRIPTION_MAX, `Use at most ${ROOM_DESCRIPTION_MAX} characters.`)
  .nullable()
/** Empty texts are kept as null; `genre` is kept for genre rooms, `joinBy` for private ones. */
export const roomInput = z.object({
  name,
  description,
  roomType,
  genre: z.string().overwrite(oneLine).max(GENRE_MAX, `Use at most ${GENRE_MAX} characters.`).nullable(),
  joinBy: z.enum(JOIN_BYS).default('invitation'),
})

export const roomMember = z.object({
  person,
  role: roomRole,
  joinedAt: iso,
  /** In this room or everywhere; only for who may moderate. */
  mutedUntil: iso.nullable(),
  /** Which mute the caller can end: theirs to end in this room, or as a moderator the one that counts everywhere. */
  mayUnmute: z.enum(['here', 'everywhere']).nullable(),
})
export type RoomMember = z.output<typeof roomMember>
export const waitingPerson = z.object({ requestId: id, person, askedAt: iso })
export const bannedPerson = z.object({
  person,
  why: z.string(),
  by: z.string().nullable(),
  at: iso,
  /** A moderator's ban is for moderators to lift. */
  mayLift: z.boolean(),
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
  /** Such as R-120. */
  number: z.string(),
  /** `Message in Deep end`, or the person's name. */
  title: z.string(),
  /** The one named most, then how many people. */
  reason,
  reporters: count,
  openedAt: iso,
  takenBy: person.nullable(),
  isPassedToAdmin: z.boolean(),
  decision: decision.nullable(),
  decidedAt: iso.nullable(),
})
export type CaseSummary = z.output<typeof caseSummary>

export const caseDetail = caseSummary.extend({
  person: person.nullable(),
  room: z.object({ id, name: z.string() }).nullable(),
  /** The message as it was reported; null when the report is about the person. `isGone`: deleted since. */
  quote: z
    .object({ text: z.string(), at: iso, isHidden: z.boolean(), isGone: z.boolean(), isChanged: z.boolean() })
    .nullable(),
  /** The messages around it: at most two before and two after. */
  around: z.array(z.object({ id, senderName: z.string(), text: z.string(), isBefore: z.boolean() })),
  reports: z.array(z.object({ reporter: person.nullable(), reason, note: z.string().nullable(), at: iso })),
  record: z.object({
    joinedAt: iso.nullable(),
    earlierReports: count,
    timesMuted: count,
    mutedUntil: iso.nullable(),
  }),
  /** What can be decided about it, in the order in which it is offered. */
  options: z.array(decision),
  why: z.string().nullable(),
  decidedBy: person.nullable(),
})
export type CaseDetail = z.output<typeof caseDetail>
