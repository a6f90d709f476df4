import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { RoomRole } from '../../rules/chat-limits'

/** Their role in the room; undefined when they are not in it. Of a room that the caller has found. */
export async function findMemberRole(
  trx: Transaction,
  roomId: string,
  personId: string,
): Promise<RoomRole | undefined> {
  if (!isId(personId)) return undefined
  const row = await trx
    .selectFrom('chat_room_members')
    .select('role')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  // The database checks it.
  return row?.role as RoomRole | undefined
}
