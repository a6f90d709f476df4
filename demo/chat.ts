import type { Transaction } from '~/database/connect'
import { insertRows } from './insert-rows'
import { getPersonId } from './people'
import { seedId } from './random'
import { conversations, rooms, type SeedRoom } from './texts/rooms'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

interface PlannedRoom extends Pick<SeedRoom, 'unread' | 'messages'> {
  id: string
  members: readonly string[]
  admins: readonly string[]
  createdAt: Date
}

interface PlannedMessage {
  id: string
  seq: number
  room_id: string
  user_id: string | null
  content: string
  is_edited: boolean
  created_at: Date
}

/** Finds a planned message by its text. */
export type FindMessage = (content: string) => PlannedMessage

/**
 * Seeds rooms, conversations and their messages in one global order. Returns a function that finds a message by its
 * text.
 */
export async function seedChat(trx: Transaction, now: Date): Promise<FindMessage> {
  const planned = [...(await insertRooms(trx, now)), ...(await insertConversations(trx, now))]
  const messages = planMessages(planned, now)
  await insertRows(
    trx,
    'chat_room_members',
    planned.flatMap((room, n) => toMemberRows(room, n, messages)),
  )
  await insertRows(trx, 'chat_messages', messages)
  await trx.updateTable('chat_clock').set({ seq: messages.length }).execute()
  return (content) => {
    const found = messages.find((message) => message.content === content)
    if (!found) throw new RangeError(`The demo has no message ${content}`)
    return found
  }
}

const getRoomId = (n: number): string => seedId('room', n)

async function insertRooms(trx: Transaction, now: Date): Promise<PlannedRoom[]> {
  const getCreatedAt = (n: number): Date => new Date(now.getTime() - (200 - n) * DAY)
  await insertRows(
    trx,
    'chat_rooms',
    rooms.map((room, n) => ({
      id: getRoomId(n),
      name: room.name,
      description: room.description,
      room_type: room.type,
      genre: room.genre ?? null,
      join_by: room.joinBy ?? null,
      is_active: room.isArchived === undefined,
      created_by: getPersonId(room.by),
      is_sample: true,
      created_at: getCreatedAt(n),
    })),
  )
  await insertRows(
    trx,
    'chat_room_invitations',
    rooms.flatMap((room, n) =>
      (room.invited ?? []).map((person) => ({
        room_id: getRoomId(n),
        user_id: getPersonId(person),
        invited_by: getPersonId(room.by),
        created_at: new Date(now.getTime() - 80 * MINUTE),
      })),
    ),
  )
  await insertRows(
    trx,
    'chat_join_requests',
    rooms.flatMap((room, n) =>
      (room.joinRequests ?? []).map((person, position) => ({
        id: seedId('join-request', n * 100 + position),
        room_id: getRoomId(n),
        user_id: getPersonId(person),
        created_at: new Date(now.getTime() - 140 * MINUTE),
      })),
    ),
  )
  return rooms.map((room, n) => ({
    ...room,
    id: getRoomId(n),
    createdAt: getCreatedAt(n),
    admins: [room.by],
    members: [...new Set([room.by, ...listAuthors(room), ...room.listeners])],
  }))
}

async function insertConversations(trx: Transaction, now: Date): Promise<PlannedRoom[]> {
  const createdAt = new Date(now.getTime() - 90 * DAY)
  const planned = conversations.map((conversation, n) => ({
    ...conversation,
    id: seedId('conversation', n),
    createdAt,
    admins: [],
    members: conversation.between,
  }))
  await insertRows(
    trx,
    'chat_rooms',
    planned.map(({ id, between }) => ({
      id,
      // A placeholder: each member sees the other person's name instead.
      name: 'Conversation',
      room_type: 'private',
      join_by: 'invitation',
      direct_key: between.map(getPersonId).toSorted().join(':'),
      created_by: getPersonId(between[0]),
      is_sample: true,
      created_at: createdAt,
    })),
  )
  return planned
}

/** Orders messages across all rooms by time, as the global sequence requires. */
function planMessages(planned: readonly PlannedRoom[], now: Date): PlannedMessage[] {
  return planned
    .flatMap((room) => room.messages.map((message) => ({ message, roomId: room.id })))
    .toSorted((a, b) => b.message[1] - a.message[1])
    .map(({ message: [author, minutes, content, edited], roomId: room }, n) => ({
      id: seedId('message', n),
      room_id: room,
      seq: n + 1,
      user_id: author === null ? null : getPersonId(author),
      content,
      is_edited: edited !== undefined,
      created_at: new Date(now.getTime() - minutes * MINUTE),
    }))
}

function toMemberRows(room: PlannedRoom, n: number, messages: readonly PlannedMessage[]) {
  const seqs = messages.filter((message) => message.room_id === room.id).map(({ seq }) => seq)
  return room.members.map((person, position) => ({
    id: seedId('room-member', n * 100 + position),
    room_id: room.id,
    user_id: getPersonId(person),
    role: room.admins.includes(person) ? 'admin' : 'member',
    last_read_seq: seqs.at(-1 - (room.unread?.[person] ?? 0)) ?? 0,
    created_at: new Date(room.createdAt.getTime() + position * DAY),
  }))
}

function listAuthors({ messages }: Pick<SeedRoom, 'messages'>): string[] {
  return messages.flatMap(([author]) => (author === null ? [] : [author]))
}
