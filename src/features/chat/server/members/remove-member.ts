import { recordAudit } from '~/database/audit'
import { signedIn } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { settleDuties } from '../settle-room-notifications'
import { leaveRoom } from '../rooms/leave-room'
import { findManagedRoom } from '../rooms/visible-room'
import { findMemberRole } from './find-member'

type Outcome = 'done' | 'not_found' | 'not_allowed' | 'last_admin'

/**
 * Removes a member, who may rejoin like anyone else. The caller remains as an admin. People can't remove themselves;
 * they leave instead.
 */
export async function removeMember(
  context: ChatContext,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<Outcome> {
  const caller = signedIn(context)
  if (personId === caller.id) return leave(context, roomId)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  return changeChat<Outcome>(context, 1, async (trx) => {
    const room = await findManagedRoom(trx, caller, roomId)
    if (typeof room === 'string') return { result: room }
    const role = await findMemberRole(trx, roomId, personId)
    if (role === undefined) return { result: 'not_found' }
    await trx
      .deleteFrom('chat_room_members')
      .where('room_id', '=', roomId)
      .where('user_id', '=', personId)
      .execute()
    if (role === 'admin') await settleDuties(trx, { roomId, personId })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.remove_member',
      subject: { type: 'person', id: personId },
      details: { roomId, room: room.name, role },
      requestId: context.requestId,
    })
    return { result: 'done', events: [{ kind: 'member', roomId, userId: personId }], notified: [personId] }
  })
}

async function leave(context: ChatContext, roomId: string): Promise<Outcome> {
  const outcome = await leaveRoom(context, roomId)
  if (outcome === 'left') return 'done'
  return outcome === 'direct' ? 'not_allowed' : outcome
}
