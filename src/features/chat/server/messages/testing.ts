import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLimits, type Limits } from '~/platform/limits/limits'
import type { Role } from '~/platform/rpc/caller'
import { runChatChange } from '../run-chat-change'
import { callerOf, createTestChat } from '../testing'

/**
 * Creates chat as one server process would run it. The returned functions take user ids. Without `limits`, no rate
 * limit applies.
 */
export function createTalk(db: Database, limits?: Pick<Limits, 'consume'>) {
  const chat = createTestChat(db, limits)
  // Mutes and slow mode use the database clock.
  chat.clock.now = new Date()
  const as = (personId: string, roles?: readonly Role[]) => chat.as(callerOf(personId, roles))
  return {
    ...chat,
    as,
    /** Removes a member. Locks `chat_clock`, like every change to chat. */
    takeOut: (roomId: string, userId: string) =>
      runChatChange(chat.contextOf(null), 1, async (trx, numbers) => {
        await trx
          .deleteFrom('chat_room_members')
          .where('room_id', '=', roomId)
          .where('user_id', '=', userId)
          .execute()
        return { result: numbers.first, events: [{ kind: 'member', roomId, userId }] }
      }),
    say: (personId: string, roomId: string, content: string) =>
      as(personId).messages.send({ roomId, clientId: newId(), content }),
  }
}
export const paced = (db: Database) => createTalk(db, createLimits())
