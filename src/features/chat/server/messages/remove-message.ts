import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { CHANGING } from '../../rules/chat-limits'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { visibleRooms } from '../visible-rooms'
import { paceRefusal } from './pace-refusal'

/**
 * Deletes a message of the caller's own, in any room they may still know of, also when they may no longer write there. Not a
 * hidden one, which is kept for the record. False when there is none.
 */
export async function removeMessage(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'jobs' | 'limits' | 'live'>,
  messageId: string,
): Promise<boolean> {
  const caller = signedIn(context)
  const personId = caller.id
  if (!isId(messageId)) return false
  await context.limits.consume('chat_change', personId, CHANGING).catch((error: unknown) => {
    throw paceRefusal(error, 'You are changing messages too fast.')
  })
  return changeChat<boolean>(context, 1, async (trx) => {
    const removed = await trx
      .deleteFrom('chat_messages')
      .where('id', '=', messageId)
      .where('user_id', '=', personId)
      .where('hidden_at', 'is', null)
      .where('room_id', 'in', visibleRooms(trx, caller).select('r.id'))
      .returning('room_id as roomId')
      .executeTakeFirst()
    if (!removed) return { result: false }
    return { result: true, events: [{ kind: 'deleted', roomId: removed.roomId, messageId }] }
  })
}
