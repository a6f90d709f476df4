import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { isProtected } from '../../rules/protection'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse, refuseUndoingModerator } from '../refused-error'
import { getModeratedRoom, isModerator } from '../rooms/visible-room'
import { toModerationAction } from './moderation-action'
import { getPersonTarget, getRoomTarget } from './find-target'
import { createMuteNotification } from './person-notifications'
import {
  countMuteEvents,
  isMutedByModerator,
  liftMute,
  type MutePlace,
  createMemberEvents,
  setMute,
} from './set-mute'

/**
 * Mutes a person in one room (allowed for room admins and site moderators) or, without a `roomId`, in all rooms (site
 * moderators only). Returns the end of the mute.
 */
export async function mute(
  context: ChatContext,
  { minutes, reason, ...place }: MutePlace & { minutes: number; reason: string },
): Promise<Date> {
  await context.limits.consume('chat_manage', requireCaller(context).id, MANAGING)
  if (!isId(place.personId)) throw refuse('NOT_FOUND')
  const maxEvents = await countMuteEvents(context.db, place)
  return runChatChange(context, maxEvents, async (trx) => {
    const caller = requireCaller(context)
    await checkMuteAccess(context, trx, place)
    const target =
      place.roomId === null
        ? await getPersonTarget(trx, caller, place.personId)
        : await getRoomTarget(trx, place.personId, place.roomId)
    if (isProtected(target, { isStaff: isModerator(caller) })) throw refuse('PROTECTED')
    const until = await setMute(trx, toModerationAction(context, reason), { ...place, minutes })
    return {
      result: until,
      events: await createMemberEvents(trx, place, maxEvents),
      notices: [await createMuteNotification(trx, { ...place, minutes, reason })],
      notified: [place.personId],
    }
  })
}

/** Ends a mute. A no-op for a person who is not muted. */
export async function unmute(
  context: ChatContext,
  { reason, ...place }: MutePlace & { reason: string },
): Promise<void> {
  await context.limits.consume('chat_manage', requireCaller(context).id, MANAGING)
  if (!isId(place.personId)) throw refuse('NOT_FOUND')
  const maxEvents = await countMuteEvents(context.db, place)
  await runChatChange(context, maxEvents, async (trx) => {
    await checkMuteAccess(context, trx, place)
    if (!(await liftMute(trx, toModerationAction(context, reason), place))) return {}
    return { events: await createMemberEvents(trx, place, maxEvents), notified: [place.personId] }
  })
}

async function checkMuteAccess(
  context: Pick<ChatContext, 'caller' | 'now'>,
  trx: Transaction,
  place: MutePlace,
): Promise<void> {
  const caller = requireCaller(context)
  if (isModerator(caller) && place.roomId === null) return
  if (place.roomId === null) throw refuse('NOT_ALLOWED')
  const room = await getModeratedRoom(trx, caller, place.roomId)
  // Room admins can neither lift nor shorten the mute of a site moderator.
  if (!room.isModerator && (await isMutedByModerator(trx, context.now(), place)))
    throw refuseUndoingModerator()
}
