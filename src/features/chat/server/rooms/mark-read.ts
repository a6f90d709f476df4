import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { ChatContext } from '../context'
import { readableRooms } from '../visible-rooms'

/**
 * Up to where the caller has read: it never goes back, nor ahead of what has happened. Their other tabs and devices
 * are told. It does not take the clock: it is the caller's own, and in the order of nothing. Undefined for a room
 * they may not read; 0 where they are no member, of whom nothing is kept.
 */
export async function markRead(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db'>,
  { roomId, seq }: { roomId: string; seq: number },
): Promise<{ lastReadSeq: number } | undefined> {
  if (!isId(roomId)) return undefined
  const caller = signedIn(context)
  const personId = caller.id
  const readable = readableRooms(context.db, caller).where('r.id', '=', roomId)
  const { rows } = await sql<{ last_read_seq: number; all_read_seq: number }>`
    update chat_room_members set last_read_seq = least(${seq}::bigint, (select c.seq from chat_clock c))
    where room_id in (${readable.select('r.id')}) and user_id = ${personId}::uuid
      and last_read_seq < least(${seq}::bigint, (select c.seq from chat_clock c))
    returning last_read_seq, case
      when exists (
        select from chat_messages x
        where x.room_id = chat_room_members.room_id and x.seq > chat_room_members.last_read_seq
      ) then last_read_seq else (select c.seq from chat_clock c) end as all_read_seq`.execute(context.db)
  const [moved] = rows
  if (moved) {
    const { last_read_seq: lastReadSeq, all_read_seq: seq } = moved
    context.chat.tellRead(personId, { roomId, seq, lastReadSeq })
    return { lastReadSeq }
  }
  const row = await readable.select('m.last_read_seq').executeTakeFirst()
  return row && { lastReadSeq: row.last_read_seq ?? 0 }
}
