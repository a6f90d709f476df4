import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { UNREAD_MAX } from '../../rules/chat-limits'
import type { ReadContext } from '../context'

// The most messages to scan per room, newest first. It limits the cost of a room full of messages that aren't
// counted, such as hidden ones.
const SCAN_LIMIT = 1000

/**
 * Returns SQL for the unread messages of `m`, a membership of this person, up to 100. Excludes their own messages,
 * hidden ones and those of people they hide.
 */
export function selectUnreadCount(personId: string): RawBuilder<number> {
  const uncounted = sql`array(
    select ${personId}::uuid union all select h.hidden_id from chat_hidden_people h where h.user_id = ${personId}::uuid)`
  return sql<number>`(
    select count(*) from (
      select from (
        select x.user_id, x.hidden_at from chat_messages x
        where x.room_id = m.room_id and x.seq > m.last_read_seq
        order by x.seq desc limit ${sql.lit(SCAN_LIMIT)}
      ) newest
      where newest.hidden_at is null and (newest.user_id = any(${uncounted})) is not true
      limit ${sql.lit(UNREAD_MAX)}
    ) counted)`
}

interface Unread {
  unread: number
  rooms: { roomId: string; unread: number }[]
  hiddenPeople: string[]
  seq: number
}

/** Counts unread messages in the open rooms the caller is in, for the navigation and the dashboard. */
export async function countUnread({ db, ...context }: ReadContext): Promise<Unread> {
  const personId = requireCaller(context).id
  // `seq` and counts come from one snapshot: otherwise a message stored in between would be counted twice, here and
  // when it arrives on the stream.
  const [{ rows }, hiddenPeople] = await Promise.all([
    sql<{ clock: number; room_id: string | null; unread: number }>`
      select clock.seq as clock, counted.room_id, counted.unread
      from chat_clock clock left join (
        select m.room_id, ${selectUnreadCount(personId)} as unread
        from chat_room_members m join chat_rooms r on r.id = m.room_id
        where m.user_id = ${personId}::uuid and r.is_active
      ) counted on true`.execute(db),
    readHiddenPeople(db, personId),
  ])
  const rooms = rows.flatMap(({ room_id: roomId, unread }) => (roomId === null ? [] : [{ roomId, unread }]))
  return {
    unread: rooms.reduce((sum, { unread }) => sum + unread, 0),
    rooms,
    hiddenPeople,
    seq: rows[0]?.clock ?? 0,
  }
}

export async function readHiddenPeople(db: Database, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_hidden_people')
    .select('hidden_id')
    .where('user_id', '=', personId)
    .orderBy('created_at')
    .orderBy('hidden_id')
    .execute()
  return rows.map(({ hidden_id }) => hidden_id)
}
