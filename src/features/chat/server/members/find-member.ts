import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { RoomRole } from '../../rules/chat-limits'

/**
 * Returns the person's role in the room, or undefined if they are not a member. Requires a room the caller may know
 * of.
 */
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
  // A check constraint guarantees the type.
  return row?.role as RoomRole | undefined
}
