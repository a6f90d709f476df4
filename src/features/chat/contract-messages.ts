import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, WRITING } from './contract-errors'
import { done, feedMessage, id, inRoom, message, messageText, seq } from './contract-shapes'
import { PAGE_OF_MESSAGES } from './rules/chat-limits'

const own = defineCalls('chat', 'members_area')

export const messages = {
  /**
   * Returns the newest messages, or those before `before`; oldest first. `seq`: the position in the event order up to
   * which the page is complete.
   */
  list: own('GET', '/chat/rooms/{roomId}/messages', 'Messages of a room')
    .meta({ scope: 'chat:read' })
    .errors(ROOM_NOT_FOUND)
    .input(
      inRoom.extend({
        before: z.coerce.number().int().min(1).optional(),
        limit: z.coerce.number().int().min(1).max(PAGE_OF_MESSAGES).default(PAGE_OF_MESSAGES),
      }),
    )
    .output(z.object({ messages: z.array(message), hasOlder: z.boolean(), seq })),
  send: own('POST', '/chat/rooms/{roomId}/messages', 'Send a message')
    .errors({
      ...WRITING,
      DIFFERENT_USER: { status: 409, message: 'A different user is signed in now. Reload the page.' },
      CLIENT_ID_USED: { status: 409, message: 'This was already sent to another room.' },
      SLOW_MODE: {
        status: 429,
        message: 'This room is in slow mode.',
        data: z.object({ retryAfterSeconds: z.int() }),
      },
    })
    /**
     * Idempotent: the same `clientId` in the same room returns the message it created. `senderId`: the account that
     * wrote the text. It is sent because browsers retry by themselves, and by then another user may have signed in
     * from another tab.
     */
    .input(inRoom.extend({ clientId: z.uuid(), content: messageText, senderId: id.optional() }))
    .output(message),
  edit: own('PATCH', '/chat/messages/{messageId}', 'Edit your own message')
    .errors({ ...WRITING, ...MESSAGE_NOT_FOUND })
    .input(z.object({ messageId: id, content: messageText }))
    .output(message),
  remove: own('DELETE', '/chat/messages/{messageId}', "Delete one's own message")
    .errors(MESSAGE_NOT_FOUND)
    .input(z.object({ messageId: id }))
    .output(done),
  typing: own('POST', '/chat/rooms/{roomId}/typing', 'Send a typing signal')
    .meta({ isUnseenWrite: true })
    .errors(ROOM_NOT_FOUND)
    .input(inRoom)
    .output(done),
  /** H-02: the latest messages of all rooms that the caller can read, newest first. */
  feed: own('GET', '/chat/feed', 'The latest messages of all rooms').output(
    z.object({ messages: z.array(feedMessage), seq }),
  ),
}
