import type { Transaction } from '../connect'
import { rooms } from './texts/rooms'
import { insertRows } from './insert-rows'
import { personId } from './people'
import { seedId } from './random'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

export async function seedChat(trx: Transaction, now: Date): Promise<void> {
  const ago = (time: number): Date => new Date(now.getTime() - time)
  await insertRows(
    trx,
    'chat_rooms',
    rooms.map((room, n) => ({
      id: seedId('room', n),
      name: room.name,
      description: room.description,
      room_type: room.type,
      genre: room.genre ?? null,
      join_by: room.type === 'private' ? 'request' : null,
      created_by: personId(room.by),
      created_at: ago((200 - n) * DAY),
    })),
  )
  const count = rooms.reduce((sum, room) => sum + room.messages.length, 0)
  await insertRows(
    trx,
    'chat_room_members',
    rooms.flatMap((room, n) => {
      const spoke = room.messages.flatMap(([who]) => (who === null ? [] : [who]))
      return [...new Set([room.by, ...spoke, ...room.listeners])].map((who, position) => ({
        id: seedId('room-member', n * 100 + position),
        room_id: seedId('room', n),
        user_id: personId(who),
        role: who === room.by ? 'admin' : 'member',
        // Some have news when the demo begins.
        last_read_seq: Math.max(0, count - 6),
        created_at: ago((200 - n - position) * DAY),
      }))
    }),
  )
  // A room reads its messages in the order of the one clock, which goes by time over all rooms.
  const messages = rooms
    .flatMap((room, n) => room.messages.map((message) => ({ message, room: seedId('room', n) })))
    .sort((a, b) => b.message[1] - a.message[1])
  await insertRows(
    trx,
    'chat_messages',
    messages.map(({ message: [who, minutes, content, edited], room }, n) => ({
      id: seedId('message', n),
      room_id: room,
      seq: n + 1,
      user_id: who === null ? null : personId(who),
      content,
      is_edited: edited !== undefined,
      created_at: ago(minutes * MINUTE),
    })),
  )
  await trx.updateTable('chat_clock').set({ seq: count }).execute()
}
