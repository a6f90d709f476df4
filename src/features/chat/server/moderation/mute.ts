import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { isProtected } from '../../rules/protection'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { findModeratedRoom, isModerator } from '../rooms/standing'
import { actOf } from './act'
import { findPersonTarget, findRoomTarget } from './find-target'
import { countPlaces, liftMute, type MutePlace, placesChanged, setMute } from './set-mute'

export type MuteRefusal = { refused: 'not_found' | 'not_allowed' | 'protected' }

/** In one room by its admins and moderators; everywhere, which is without a room, by moderators. */
export async function mute(
  context: ChatContext,
  { minutes, why, ...place }: MutePlace & { minutes: number; why: string },
): Promise<MuteRefusal | { refused: null; until: Date }> {
  if (!isId(place.personId)) return { refused: 'not_found' }
  const most = await countPlaces(context.db, place)
  return changeChat<MuteRefusal | { refused: null; until: Date }>(context, most, async (trx) => {
    const caller = signedIn(context)
    const refused = await findRefusal(context, trx, place)
    if (refused) return { result: { refused } }
    const target =
      place.roomId === null
        ? await findPersonTarget(trx, caller, place.personId)
        : await findRoomTarget(trx, place.personId, place.roomId)
    if (!target) return { result: { refused: 'not_found' } }
    if (isProtected(target, { isStaff: isModerator(caller) })) return { result: { refused: 'protected' } }
    const until = await setMute(trx, actOf(context, why), { ...place, minutes })
    return {
      result: { refused: null, until },
      events: await placesChanged(trx, place, most),
      told: [place.personId],
    }
  })
}

/** Nothing happens where nobody was muted. */
export async function unmute(
  context: ChatContext,
  { why, ...place }: MutePlace & { why: string },
): Promise<'done' | 'not_found' | 'not_allowed'> {
  if (!isId(place.personId)) return 'not_found'
  const most = await countPlaces(context.db, place)
  return changeChat<'done' | 'not_found' | 'not_allowed'>(context, most, async (trx) => {
    const refused = await findRefusal(context, trx, place)
    if (refused) return { result: refused }
    if (!(await liftMute(trx, actOf(context, why), place))) return { result: 'done' }
    return { result: 'done', events: await placesChanged(trx, place, most), told: [place.personId] }
  })
}

async function findRefusal(
  context: Pick<ChatContext, 'caller'>,
  trx: Parameters<typeof findModeratedRoom>[0],
  { roomId }: MutePlace,
): Promise<'not_found' | 'not_allowed' | null> {
  const caller = signedIn(context)
  if (roomId === null) return isModerator(caller) ? null : 'not_allowed'
  const room = await findModeratedRoom(trx, caller, roomId)
  return typeof room === 'string' ? room : null
}
