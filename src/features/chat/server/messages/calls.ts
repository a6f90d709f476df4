import { requireCaller } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import { CHANGING, TYPING } from '../../rules/chat-limits'
import { findWriteRestriction } from '../../rules/room-policy'
import { calls } from '../call-implementer'
import { selectVisibleRooms } from '../visible-rooms'
import type { ChatContext } from '../context'
import { runChatChange } from '../run-chat-change'
import { refuse } from '../refused-error'
import { isModerator } from '../rooms/visible-room'
import { editMessage } from './edit-message'
import { listFeed } from './list-feed'
import { listMessages } from './list-messages'
import { toRateLimitError } from './rate-limit-error'
import { listRoomWriters } from './list-room-writers'
import { sendMessage } from './send-message'

export const messageCalls = {
  list: calls.messages.list.handler(({ context, input }) => listMessages(context, input)),
  send: calls.messages.send.handler(({ context, input }) => sendMessage(context, input)),
  edit: calls.messages.edit.handler(({ context, input }) => editMessage(context, input)),
  remove: calls.messages.remove.handler(async ({ context, input }) => {
    await removeMessage(context, input.messageId)
    return {}
  }),
  typing: calls.messages.typing.handler(async ({ context, input }) => {
    await sendTyping(context, input.roomId)
    return {}
  }),
  feed: calls.messages.feed.handler(({ context }) => listFeed(context)),
}

/**
 * Deletes one of the caller's own messages in any room that they can still find, even if they can no longer write
 * there. A hidden message can't be deleted, since it is kept as evidence.
 */
async function removeMessage(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'jobs' | 'limits' | 'live'>,
  messageId: string,
): Promise<void> {
  const caller = requireCaller(context)
  const personId = caller.id
  if (!isId(messageId)) throw refuse('NOT_FOUND')
  await context.limits.consume('chat_change', personId, CHANGING).catch((error: unknown) => {
    throw toRateLimitError(error, 'You’re changing messages too fast.')
  })
  await runChatChange(context, 1, async (trx) => {
    const removed = await trx
      .deleteFrom('chat_messages')
      .where('id', '=', messageId)
      .where('user_id', '=', personId)
      .where('hidden_at', 'is', null)
      .where('room_id', 'in', selectVisibleRooms(trx, caller).select('r.id'))
      .returning('room_id as roomId')
      .executeTakeFirst()
    if (!removed) throw refuse('NOT_FOUND')
    return { events: [{ kind: 'deleted', roomId: removed.roomId, messageId }] }
  })
}

/** Shows the room's members that the caller is typing, unless the caller is not allowed to send a message there. */
async function sendTyping(
  { caller, chat, db, limits }: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'limits'>,
  roomId: string,
): Promise<void> {
  const person = requireCaller({ caller })
  const personId = person.id
  if (!isId(roomId)) throw refuse('NOT_FOUND')
  await limits.consume('chat_typing', personId, TYPING)
  const [writer] = await listRoomWriters(db, [{ personId, roomId, isModerator: isModerator(person) }])
  if (!writer) throw refuse('NOT_FOUND')
  if (!findWriteRestriction(writer)) chat.notifyTyping(roomId, { id: personId, name: writer.name })
}
