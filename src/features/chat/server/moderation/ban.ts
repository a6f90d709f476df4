import { signedIn } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { isProtected } from '../../rules/protection'
import { changeChat, listPeople } from '../change-chat'
import type { ChatContext } from '../context'
import { findModeratedRoom, isModerator } from '../rooms/visible-room'
import { toModerationAction } from './moderation-action'
import { findRoomTarget } from './find-target'
import { createRoomNotification } from './person-notifications'
import { isBannedByModerator, liftBan, banPerson } from './set-ban'

interface BanInput {
  roomId: string
  personId: string
  reason: string
}

/**
 * Bans a member, a person who requested to join, or a former member who wrote there. Allowed for the room's admins and
 * moderators.
 */
export async function ban(
  context: ChatContext,
  { roomId, personId, reason }: BanInput,
): Promise<'done' | 'not_found' | 'not_allowed' | 'protected'> {
  const caller = signedIn(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  return changeChat<'done' | 'not_found' | 'not_allowed' | 'protected'>(context, 2, async (trx) => {
    const room = await findModeratedRoom(trx, caller, roomId)
    if (typeof room === 'string') return { result: room }
    const target = await findRoomTarget(trx, personId, room.id)
    if (!target) return { result: 'not_found' }
    if (isProtected(target, { isStaff: isModerator(caller) })) return { result: 'protected' }
    const events = await banPerson(trx, toModerationAction(context, reason), { personId, roomId: room.id })
    const isNew = events.length > 0
    const notices = isNew
      ? [await createRoomNotification(trx, 'chat_banned', { personId, roomId: room.id, reason })]
      : []
    return { result: 'done', events, notices, notified: [personId, ...listPeople(events)] }
  })
}

/** Lifts a ban. A no-op for a person who is not banned. */
export async function unban(
  context: ChatContext,
  { roomId, personId, reason }: BanInput,
): Promise<'done' | 'not_found' | 'not_allowed' | 'for_moderators'> {
  const caller = signedIn(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  return changeChat<'done' | 'not_found' | 'not_allowed' | 'for_moderators'>(context, 1, async (trx) => {
    const room = await findModeratedRoom(trx, caller, roomId)
    if (typeof room === 'string') return { result: room }
    if (!(await findRoomTarget(trx, personId, room.id))) return { result: 'not_found' }
    if (!room.isModerator && (await isBannedByModerator(trx, { personId, roomId: room.id })))
      return { result: 'for_moderators' }
    const events = await liftBan(trx, toModerationAction(context, reason), { personId, roomId: room.id })
    return { result: 'done', events, notified: events.length > 0 ? [personId] : [] }
  })
}
