import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { ChatMessage } from '../../contract-shapes'
import { CHANGING } from '../../rules/chat-limits'
import { findWriteRestriction } from '../../rules/room-policy'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { selectMessages, toMessage } from '../message-row'
import { refuse } from '../refused-error'
import { isModerator } from '../rooms/visible-room'
import { toRateLimitError } from './rate-limit-error'
import { refuseWriting } from './refuse-writing'
import { listRoomWriters } from './list-room-writers'

/**
 * Changes the text of one of the caller's own messages while they may write in its room. A hidden message can't be
 * edited, since it is kept as evidence.
 */
export async function editMessage(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'jobs' | 'limits' | 'live'>,
  { messageId, content }: { messageId: string; content: string },
): Promise<ChatMessage> {
  const caller = requireCaller(context)
  const personId = caller.id
  if (!isId(messageId)) throw refuse('NOT_FOUND')
  await context.limits.consume('chat_change', personId, CHANGING).catch((error: unknown) => {
    throw toRateLimitError(error, 'You’re changing messages too fast.')
  })
  return runChatChange(context, 1, async (trx) => {
    const row = await selectMessages(trx)
      .where('m.id', '=', messageId)
      .where('m.user_id', '=', personId)
      .where('m.hidden_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    const [writer] = await listRoomWriters(trx, [
      { personId, roomId: row.roomId, isModerator: isModerator(caller) },
    ])
    if (!writer) throw refuse('NOT_FOUND')
    const restriction = findWriteRestriction(writer)
    if (restriction) throw refuseWriting(restriction)
    // An unchanged text needs no event and is not marked `(edited)`.
    if (row.content === content) return { result: toMessage(row) }
    await trx
      .updateTable('chat_messages')
      .set({ content, is_edited: true, edited_at: writer.at })
      .where('id', '=', messageId)
      .execute()
    return {
      result: toMessage({ ...row, content, isEdited: true }),
      events: [{ kind: 'changed', roomId: row.roomId, messageId }],
    }
  })
}
