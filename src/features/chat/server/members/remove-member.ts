import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import { RefusedError } from '~/platform/rpc/refused-error'
import { MANAGING } from '../../rules/chat-limits'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { settleRoomNotifications } from '../resolve-room-notifications'
import { leaveRoom } from '../rooms/leave-room'
import { getManagedRoom } from '../rooms/visible-room'
import { findMemberRole } from './find-member'

/**
 * Removes a member, who may rejoin like anyone else. The room keeps an admin, because the caller is one. A caller who
 * removes themselves leaves the room; its last admin can't.
 */
export async function removeMember(
  context: ChatContext,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<void> {
  const caller = requireCaller(context)
  if (personId === caller.id) return leaveGroupRoom(context, roomId)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await runChatChange(context, 1, async (trx) => {
    const room = await getManagedRoom(trx, caller, roomId)
    const role = await findMemberRole(trx, roomId, personId)
    if (role === undefined) throw refuse('NOT_FOUND')
    await trx
      .deleteFrom('chat_room_members')
      .where('room_id', '=', roomId)
      .where('user_id', '=', personId)
      .execute()
    if (role === 'admin') await settleRoomNotifications(trx, { roomId, personId })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.remove_member',
      subject: { type: 'person', id: personId },
      details: { roomId, room: room.name, role },
      requestId: context.requestId,
    })
    return { events: [{ kind: 'member', roomId, userId: personId }], notified: [personId] }
  })
}

async function leaveGroupRoom(context: ChatContext, roomId: string): Promise<void> {
  try {
    await leaveRoom(context, roomId)
  } catch (error) {
    throw error instanceof RefusedError && error.code === 'DIRECT' ? refuse('NOT_ALLOWED') : error
  }
}
