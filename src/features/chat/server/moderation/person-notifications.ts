import type { Transaction } from '~/database/connect'
import type { Notice } from '~/features/notifications/server/public'
import type { MutePlace } from './set-mute'

// The notifications below have no actor: a notification is hidden if its actor and its reader block each other, and
// the reader need not know which moderator acted.

/** Notifies a muted person of the place, the length and the reason. */
export async function createMuteNotification(
  trx: Transaction,
  { personId, roomId, minutes, reason }: MutePlace & { minutes: number; reason: string },
): Promise<Notice> {
  const facts = { title: roomId === null ? null : await getRoomTitle(trx, roomId), minutes, note: reason }
  return { userId: personId, kind: 'chat_muted', actorId: null, subjectId: roomId ?? personId, facts }
}

/** Notifies a banned person, or the author of a hidden message, of the room and the reason. */
export async function createRoomNotification(
  trx: Transaction,
  kind: 'chat_banned' | 'message_hidden',
  { personId, roomId, reason }: { personId: string; roomId: string; reason: string },
): Promise<Notice> {
  const facts = { title: await getRoomTitle(trx, roomId), note: reason }
  return { userId: personId, kind, actorId: null, subjectId: roomId, facts }
}

/** The name of the room; null for a direct conversation, whose stored name is not shown. */
async function getRoomTitle(trx: Transaction, roomId: string): Promise<string | null> {
  const room = await trx
    .selectFrom('chat_rooms')
    .where('id', '=', roomId)
    .select(['name', 'direct_key'])
    .executeTakeFirst()
  return room === undefined || room.direct_key !== null ? null : room.name
}
