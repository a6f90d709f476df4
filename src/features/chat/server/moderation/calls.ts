import { MANAGING } from '../../rules/chat-limits'
import { requireCaller } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import { calls } from '../call-implementer'
import { selectReadableRooms } from '../visible-rooms'
import { getModeratedRoom } from '../rooms/visible-room'
import type { ChatContext } from '../context'
import { refuse, refuseUndoingModerator } from '../refused-error'
import { runChatChange } from '../run-chat-change'
import { ban, unban } from './ban'
import { hidePerson } from './hide-person'
import { listBans } from './list-bans'
import { mute, unmute } from './mute'
import { report } from './report'
import { setMessageHidden } from './set-hidden'
import { createRoomNotification } from './person-notifications'
import { toModerationAction } from './moderation-action'

const moderation = calls.moderation

export const moderationCalls = {
  report: moderation.report.handler(async ({ context, input }) => {
    await report(context, input)
    return {}
  }),
  hidePerson: moderation.hidePerson.handler(async ({ context, input }) => {
    await hidePerson(context, input)
    return {}
  }),
  hideMessage: moderation.hideMessage.handler(async ({ context, input }) => {
    await hideMessage(context, input)
    return {}
  }),
  mute: moderation.mute.handler(async ({ context, input }) => ({
    until: (await mute(context, input)).toISOString(),
  })),
  unmute: moderation.unmute.handler(async ({ context, input }) => {
    await unmute(context, input)
    return {}
  }),
  ban: moderation.ban.handler(async ({ context, input }) => {
    await ban(context, input)
    return {}
  }),
  unban: moderation.unban.handler(async ({ context, input }) => {
    await unban(context, input)
    return {}
  }),
  listBans: moderation.listBans.handler(async ({ context, input }) => ({
    bans: await listBans(context, input.roomId),
  })),
}

/**
 * Hides a message or shows it again. Allowed for the room's admins, and for site moderators in rooms they can read.
 * NOT_FOUND for a message that the caller cannot read.
 */
async function hideMessage(
  context: ChatContext,
  { messageId, isHidden, reason }: { messageId: string; isHidden: boolean; reason: string },
): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  if (!isId(messageId)) throw refuse('NOT_FOUND')
  await runChatChange(context, 1, async (trx) => {
    const message = await selectReadableRooms(trx, caller)
      .innerJoin('chat_messages as c', 'c.room_id', 'r.id')
      .where('c.id', '=', messageId)
      .select(['c.room_id', 'c.user_id', 'c.hidden_by_moderator'])
      .executeTakeFirst()
    if (!message) throw refuse('NOT_FOUND')
    const room = await getModeratedRoom(trx, caller, message.room_id)
    if (!isHidden && message.hidden_by_moderator && !room.isModerator) throw refuseUndoingModerator()
    const events = await setMessageHidden(trx, toModerationAction(context, reason), { messageId, isHidden })
    if (!isHidden || events.length === 0 || message.user_id === null) return { events }
    const about = { personId: message.user_id, roomId: message.room_id, reason }
    const notices = [await createRoomNotification(trx, 'message_hidden', about)]
    return { events, notices, notified: [message.user_id] }
  })
}
