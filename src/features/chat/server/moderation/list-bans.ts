import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import type { bannedPerson } from '../../contract-shapes'
import type { ReadContext } from '../context'
import { toPersonJson } from '../person-json'
import { getModeratedRoom } from '../rooms/visible-room'

const MAX_LISTED = 500

/** Lists bans, newest first, for callers who may moderate the room. */
export async function listBans(
  context: ReadContext,
  roomId: string,
): Promise<z.input<typeof bannedPerson>[]> {
  const room = await getModeratedRoom(context.db, requireCaller(context), roomId)
  const rows = await context.db
    .selectFrom('chat_bans as b')
    .innerJoin('profiles as p', 'p.id', 'b.user_id')
    .leftJoin('profiles as by', 'by.id', 'b.banned_by')
    .where('b.room_id', '=', room.id)
    .select([
      toPersonJson('p').as('person'),
      'b.reason',
      'by.display_name as by',
      'b.created_at as at',
      'b.by_moderator',
    ])
    .orderBy('b.created_at', 'desc')
    .orderBy('p.id')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({ ...row, canLift: room.isModerator || !row.by_moderator }))
}
