import { MANAGING } from '../../rules/chat-limits'
import { signedIn } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import { calls } from '../implementer'
import { selectReadableRooms } from '../visible-rooms'
import { findModeratedRoom } from '../rooms/visible-room'
import type { ChatContext } from '../context'
import { changeChat } from '../change-chat'
import { ban, unban } from './ban'
import { hidePerson } from './hide-person'
import { listBans } from './list-bans'
import { mute, unmute } from './mute'
import { report } from './report'
import { setHidden } from './set-hidden'
import { createRoomNotification } from './person-notifications'
import { toModerationAction } from './moderation-action'

const moderation = calls.moderation
const OF_MODERATORS = 'A moderator did this. Only a moderator can change it.'

export const moderationCalls = {
  report: moderation.report.handler(async ({ context, input, errors }) => {
    const outcome = await report(context, input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'self') throw errors.OWN_ACCOUNT()
    return {}
  }),
  hidePerson: moderation.hidePerson.handler(async ({ context, input, errors }) => {
    if (!(await hidePerson(context, input))) throw errors.NOT_FOUND()
    return {}
  }),
  hideMessage: moderation.hideMessage.handler(async ({ context, input, errors }) => {
    const outcome = await hideMessage(context, input)
    if (outcome === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    return {}
  }),
  mute: moderation.mute.handler(async ({ context, input, errors }) => {
    const outcome = await mute(context, input)
    if (outcome.refused === null) return { until: outcome.until.toISOString() }
    if (outcome.refused === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome.refused === 'protected') throw errors.PROTECTED()
    throw outcome.refused === 'not_found' ? errors.NOT_FOUND() : errors.NOT_ALLOWED()
  }),
  unmute: moderation.unmute.handler(async ({ context, input, errors }) => {
    const outcome = await unmute(context, input)
    if (outcome === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    return {}
  }),
  ban: moderation.ban.handler(async ({ context, input, errors }) => {
    const outcome = await ban(context, input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    if (outcome === 'protected') throw errors.PROTECTED()
    return {}
  }),
  unban: moderation.unban.handler(async ({ context, input, errors }) => {
    const outcome = await unban(context, input)
    if (outcome === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    return {}
  }),
  listBans: moderation.listBans.handler(async ({ context, input, errors }) => {
    const bans = await listBans(context, input.roomId)
    if (bans === 'not_found') throw errors.NOT_FOUND()
    if (bans === 'not_allowed') throw errors.NOT_ALLOWED()
    return { bans }
  }),
}

/** Allowed for the room's admins and moderators. A message that the caller cannot read is not found. */
async function hideMessage(
  context: ChatContext,
  { messageId, isHidden, reason }: { messageId: string; isHidden: boolean; reason: string },
): Promise<'done' | 'not_found' | 'not_allowed' | 'for_moderators'> {
  const caller = signedIn(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  if (!isId(messageId)) return 'not_found'
  return changeChat(context, 1, async (trx) => {
    const message = await selectReadableRooms(trx, caller)
      .innerJoin('chat_messages as c', 'c.room_id', 'r.id')
      .where('c.id', '=', messageId)
      .select(['c.room_id', 'c.user_id', 'c.hidden_by_moderator'])
      .executeTakeFirst()
    if (!message) return { result: 'not_found' }
    const room = await findModeratedRoom(trx, caller, message.room_id)
    if (typeof room === 'string') return { result: room }
    if (!isHidden && message.hidden_by_moderator && !room.isModerator) return { result: 'for_moderators' }
    const events = await setHidden(trx, toModerationAction(context, reason), { messageId, isHidden })
    if (!isHidden || events.length === 0 || message.user_id === null) return { result: 'done', events }
    const about = { personId: message.user_id, roomId: message.room_id, reason }
    const notices = [await createRoomNotification(trx, 'message_hidden', about)]
    return { result: 'done', events, notices, notified: [message.user_id] }
  })
}
