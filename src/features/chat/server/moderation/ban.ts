import { requireCaller } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { isProtected } from '../../rules/protection'
import { runChatChange, listChangedMembers } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse, refuseUndoingModerator } from '../refused-error'
import { getModeratedRoom, isModerator } from '../rooms/visible-room'
import { toModerationAction } from './moderation-action'
import { getRoomTarget } from './find-target'
import { createRoomNotification } from './person-notifications'
import { isBannedByModerator, liftBan, banPerson } from './set-ban'

interface BanInput {
  roomId: string
  personId: string
  reason: string
}

/**
 * Bans a member, a person who requested to join, or a former member who wrote there. Allowed for the room's admins,
 * and for site moderators in rooms they can read.
 */
export async function ban(context: ChatContext, { roomId, personId, reason }: BanInput): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await runChatChange(context, 2, async (trx) => {
    const room = await getModeratedRoom(trx, caller, roomId)
    const target = await getRoomTarget(trx, personId, room.id)
    if (isProtected(target, { isStaff: isModerator(caller) })) throw refuse('PROTECTED')
    const events = await banPerson(trx, toModerationAction(context, reason), { personId, roomId: room.id })
    const isNew = events.length > 0
    const notices = isNew
      ? [await createRoomNotification(trx, 'chat_banned', { personId, roomId: room.id, reason })]
      : []
    return { events, notices, notified: [personId, ...listChangedMembers(events)] }
  })
}

/** Lifts a ban. A no-op for a person who is not banned. */
export async function unban(context: ChatContext, { roomId, personId, reason }: BanInput): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await runChatChange(context, 1, async (trx) => {
    const room = await getModeratedRoom(trx, caller, roomId)
    await getRoomTarget(trx, personId, room.id)
    if (!room.isModerator && (await isBannedByModerator(trx, { personId, roomId: room.id })))
      throw refuseUndoingModerator()
    const events = await liftBan(trx, toModerationAction(context, reason), { personId, roomId: room.id })
    return { events, notified: events.length > 0 ? [personId] : [] }
  })
}
