import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { settleInvitation } from '../room-notices'
import { visibleRooms } from '../visible-rooms'

/** The invitation is gone, and nobody is told. False when there is none, or the room is closed meanwhile. */
export async function declineInvitation(context: ChatContext, roomId: string): Promise<boolean> {
  if (!isId(roomId)) return false
  const caller = signedIn(context)
  const personId = caller.id
  await context.limits.consume('chat_manage', personId, MANAGING)
  return changeChat(context, 0, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_room_invitations')
      .where('room_id', 'in', visibleRooms(trx, caller).where('r.id', '=', roomId).select('r.id'))
      .where('user_id', '=', personId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await settleInvitation(trx, { roomId, personId })
    return numDeletedRows > 0n ? { result: true, events: [], told: [personId] } : { result: false }
  })
}
