import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { isProtected } from '../../rules/protection'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { findModeratedRoom, isModerator } from '../rooms/visible-room'
import { toModerationAction } from './moderation-action'
import { findPersonTarget, findRoomTarget } from './find-target'
import { createMuteNotification } from './person-notifications'
import {
  countPlaces,
  isMutedByModerator,
  liftMute,
  type MutePlace,
  createMemberEvents,
  setMute,
} from './set-mute'

type MuteError = 'not_found' | 'not_allowed' | 'for_moderators'
export type MuteFailure = { refused: MuteError | 'protected' }

/** Mutes in one room (room admins and moderators) or, without a room, everywhere (moderators only). */
export async function mute(
  context: ChatContext,
  { minutes, reason, ...place }: MutePlace & { minutes: number; reason: string },
): Promise<MuteFailure | { refused: null; until: Date }> {
  await context.limits.consume('chat_manage', signedIn(context).id, MANAGING)
  if (!isId(place.personId)) return { refused: 'not_found' }
  const most = await countPlaces(context.db, place)
  return changeChat<MuteFailure | { refused: null; until: Date }>(context, most, async (trx) => {
    const caller = signedIn(context)
    const refused = await findMuteError(context, trx, place)
    if (refused) return { result: { refused } }
    const target =
      place.roomId === null
        ? await findPersonTarget(trx, caller, place.personId)
        : await findRoomTarget(trx, place.personId, place.roomId)
    if (!target) return { result: { refused: 'not_found' } }
    if (isProtected(target, { isStaff: isModerator(caller) })) return { result: { refused: 'protected' } }
    const until = await setMute(trx, toModerationAction(context, reason), { ...place, minutes })
    return {
      result: { refused: null, until },
      events: await createMemberEvents(trx, place, most),
      notices: [await createMuteNotification(trx, { ...place, minutes, reason })],
      notified: [place.personId],
    }
  })
}

/** Ends a mute. A no-op for a person who is not muted. */
export async function unmute(
  context: ChatContext,
  { reason, ...place }: MutePlace & { reason: string },
): Promise<'done' | MuteError> {
  await context.limits.consume('chat_manage', signedIn(context).id, MANAGING)
  if (!isId(place.personId)) return 'not_found'
  const most = await countPlaces(context.db, place)
  return changeChat<'done' | MuteError>(context, most, async (trx) => {
    const refused = await findMuteError(context, trx, place)
    if (refused) return { result: refused }
    if (!(await liftMute(trx, toModerationAction(context, reason), place))) return { result: 'done' }
    return { result: 'done', events: await createMemberEvents(trx, place, most), notified: [place.personId] }
  })
}

async function findMuteError(
  context: Pick<ChatContext, 'caller' | 'now'>,
  trx: Transaction,
  place: MutePlace,
): Promise<MuteError | null> {
  const caller = signedIn(context)
  if (isModerator(caller) && place.roomId === null) return null
  if (place.roomId === null) return 'not_allowed'
  const room = await findModeratedRoom(trx, caller, place.roomId)
  if (typeof room === 'string') return room
  // Room admins can neither lift nor shorten a moderator's mute.
  const isTheirs = !room.isModerator && (await isMutedByModerator(trx, context.now(), place))
  return isTheirs ? 'for_moderators' : null
}
