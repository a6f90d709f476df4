import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { findModeratedRoom } from '../rooms/standing'
import { readableRooms } from '../visible-rooms'
import { actOf } from './act'
import { roomNotice } from './person-notices'
import { setHidden } from './set-hidden'

/** For the room's admins and moderators. A message that the caller cannot read is not found. */
export async function hideMessage(
  context: ChatContext,
  { messageId, isHidden, why }: { messageId: string; isHidden: boolean; why: string },
): Promise<'done' | 'not_found' | 'not_allowed' | 'for_moderators'> {
  const caller = signedIn(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  if (!isId(messageId)) return 'not_found'
  return changeChat(context, 1, async (trx) => {
    const message = await readableRooms(trx, caller)
      .innerJoin('chat_messages as c', 'c.room_id', 'r.id')
      .where('c.id', '=', messageId)
      .select(['c.room_id', 'c.user_id', 'c.hidden_by_moderator'])
      .executeTakeFirst()
    if (!message) return { result: 'not_found' }
    const room = await findModeratedRoom(trx, caller, message.room_id)
    if (typeof room === 'string') return { result: room }
    if (!isHidden && message.hidden_by_moderator && !room.isModerator) return { result: 'for_moderators' }
    const events = await setHidden(trx, actOf(context, why), { messageId, isHidden })
    if (!isHidden || events.length === 0 || message.user_id === null) return { result: 'done', events }
    const about = { personId: message.user_id, roomId: message.room_id, why }
    const notices = [await roomNotice(trx, 'message_hidden', about)]
    return { result: 'done', events, notices, told: [message.user_id] }
  })
}
