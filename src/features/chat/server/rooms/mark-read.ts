import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { ChatContext } from '../context'
import { readableRooms } from '../visible-rooms'

/**
 * Up to where the caller has read: it never goes back, nor ahead of what has happened. Their other tabs and devices read
 * their counts again. It does not take the clock: it is the caller's own, and in the order of nothing. Undefined for a room
 * they may not read; 0 where they are no member, of whom nothing is kept.
 */
export async function markRead(
  context: Pick<ChatContext, 'caller' | 'db' | 'live'>,
  { roomId, seq }: { roomId: string; seq: number },
): Promise<{ lastReadSeq: number } | undefined> {
  if (!isId(roomId)) return undefined
  const personId = signedIn(context).id
  const readable = readableRooms(context.db, personId).where('r.id', '=', roomId)
  const { rows } = await sql<{ last_read_seq: number }>`
    update chat_room_members set last_read_seq = least(${seq}::bigint, (select c.seq from chat_clock c))
    where room_id in (${readable.select('r.id')}) and user_id = ${personId}::uuid
      and last_read_seq < least(${seq}::bigint, (select c.seq from chat_clock c))
    returning last_read_seq`.execute(context.db)
  const [moved] = rows
  if (moved) {
    context.live.publish([personId], ['chat'])
    return { lastReadSeq: moved.last_read_seq }
  }
  const row = await readable.select('m.last_read_seq').executeTakeFirst()
  return row && { lastReadSeq: row.last_read_seq ?? 0 }
}
