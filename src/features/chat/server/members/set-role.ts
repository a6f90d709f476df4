import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import { MANAGING, type RoomRole } from '../../rules/chat-limits'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { settleRoomNotifications } from '../resolve-room-notifications'
import { getModeratedRoom } from '../rooms/visible-room'
import { readAdmins } from './add-member'
import { findMemberRole } from './find-member'

/**
 * Sets a member's role; allowed for room admins, and for site moderators in rooms they can read. An admin may step
 * down while another one remains.
 */
export async function setRole(
  context: ChatContext,
  { roomId, personId, role }: { roomId: string; personId: string; role: RoomRole },
): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await runChatChange(context, 1, async (trx) => {
    const room = await getModeratedRoom(trx, caller, roomId)
    const before = await findMemberRole(trx, roomId, personId)
    if (before === undefined) throw refuse('NOT_FOUND')
    if (before === role) return {}
    if (role === 'member' && (await readAdmins(trx, roomId)).length === 1) throw refuse('LAST_ADMIN')
    await trx
      .updateTable('chat_room_members')
      .set({ role })
      .where('room_id', '=', roomId)
      .where('user_id', '=', personId)
      .execute()
    if (role === 'member') await settleRoomNotifications(trx, { roomId, personId })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.set_role',
      subject: { type: 'person', id: personId },
      details: { roomId, room: room.name, role },
      requestId: context.requestId,
    })
    return { events: [{ kind: 'member', roomId, userId: personId }], notified: [personId] }
  })
}
