import { recordAudit } from '~/database/audit'
import { signedIn } from '~/platform/rpc/context'
import { MANAGING, type RoomRole } from '../../rules/chat-limits'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { settleDuties } from '../settle-room-notifications'
import { findModeratedRoom } from '../rooms/visible-room'
import { readAdmins } from './add-member'
import { findMemberRole } from './find-member'

type Outcome = 'done' | 'not_found' | 'not_allowed' | 'last_admin'

/**
 * Sets a member's role; allowed for room admins, and for moderators wherever they may read. An admin may step down
 * while another one remains.
 */
export async function setRole(
  context: ChatContext,
  { roomId, personId, role }: { roomId: string; personId: string; role: RoomRole },
): Promise<Outcome> {
  const caller = signedIn(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  return changeChat<Outcome>(context, 1, async (trx) => {
    const room = await findModeratedRoom(trx, caller, roomId)
    if (typeof room === 'string') return { result: room }
    const before = await findMemberRole(trx, roomId, personId)
    if (before === undefined) return { result: 'not_found' }
    if (before === role) return { result: 'done' }
    if (role === 'member' && (await readAdmins(trx, roomId)).length === 1) return { result: 'last_admin' }
    await trx
      .updateTable('chat_room_members')
      .set({ role })
      .where('room_id', '=', roomId)
      .where('user_id', '=', personId)
      .execute()
    if (role === 'member') await settleDuties(trx, { roomId, personId })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.set_role',
      subject: { type: 'person', id: personId },
      details: { roomId, room: room.name, role },
      requestId: context.requestId,
    })
    return { result: 'done', events: [{ kind: 'member', roomId, userId: personId }], notified: [personId] }
  })
}
