import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import { formatName } from '../../rules/format-name'
import type { FeedMessage } from '../../contract-shapes'
import { FEED_OF_MESSAGES } from '../../rules/chat-limits'
import type { ReadContext } from '../context'
import { type MessageRow, selectMessages, toMessage } from '../message-row'
import { selectReadableRooms } from '../visible-rooms'

type Row = MessageRow & {
  clock: number
  room_id: string
  room_name: string
  genre: string | null
  direct_key: string | null
  other_name: string | null
}
type NoMessage = Omit<Row, 'id'> & { id: null }

// How many of the site's latest events to check first. On an active site they easily contain ten readable messages.
const RECENT = 1000
// The most messages to scan per room, newest first. It limits the cost of a room full of hidden messages.
const SCAN_LIMIT = 1000

/**
 * H-02: returns the latest messages of all open rooms that the caller can read, newest first. Leaves out hidden
 * messages and those of people the caller hides. It scans the latest events first, because there may be very many
 * rooms. Only if they contain fewer than ten such messages, it reads the newest messages of each room by index.
 * Messages and `seq` come from one snapshot, see `listMessages`.
 */
export async function listFeed(context: ReadContext): Promise<{ messages: FeedMessage[]; seq: number }> {
  const { db } = context
  const me = requireCaller(context).id
  const rooms = selectReadableRooms(db, me)
    .where('r.is_active', '=', true)
    .select(['r.id', 'r.name', 'r.genre', 'r.direct_key'])
  // This limit of one makes the query planner go through the events in order, look up each event's room and stop at
  // the tenth message.
  const roomOfEvent = rooms.where(sql<boolean>`r.id = e.room_id`).limit(sql.lit(1))
  const unwanted = sql`array(select h.hidden_id from chat_hidden_people h where h.user_id = ${me}::uuid)`
  const message = selectMessages(db)
    .where(sql<boolean>`m.id = latest.id`)
    .limit(sql.lit(1))
  const { rows } = await sql<Row | NoMessage>`
    with recent as materialized (
      select e.message_id as id, e.seq, room.id as room_id, room.name as room_name, room.genre, room.direct_key
      from (select * from chat_events order by seq desc limit ${sql.lit(RECENT)}) e
      cross join lateral (${roomOfEvent}) room
      cross join lateral (
        select from chat_messages x where x.id = e.message_id and x.hidden_at is null
          and (x.user_id = any(${unwanted})) is not true
        limit 1) shown
      where e.kind = 'message'
      order by e.seq desc limit ${sql.lit(FEED_OF_MESSAGES)}
    ), by_room as (
      select newest.id, newest.seq, room.id as room_id, room.name as room_name, room.genre, room.direct_key
      from (${rooms}) room cross join lateral newest_shown_messages(room.id,
        ${unwanted}, ${SCAN_LIMIT}::int, ${FEED_OF_MESSAGES}::int) newest
      where (select count(*) from recent) < ${sql.lit(FEED_OF_MESSAGES)}
      order by newest.seq desc limit ${sql.lit(FEED_OF_MESSAGES)}
    ), latest as (
      select * from recent where (select count(*) from recent) = ${sql.lit(FEED_OF_MESSAGES)}
      union all select * from by_room
    )
    select clock.seq as clock, latest.room_id, latest.room_name, latest.genre, latest.direct_key,
      other.display_name as other_name, message.*
    from chat_clock clock
    left join latest on true
    left join lateral (${message}) message on true
    left join profiles other on other.id = case when latest.direct_key is not null
      then replace(replace(latest.direct_key, ${me}, ''), ':', '')::uuid end
    order by latest.seq desc`.execute(db)
  return {
    messages: rows.flatMap((row) => (row.id === null ? [] : [toFeedMessage(row)])),
    seq: rows[0]?.clock ?? 0,
  }
}

function toFeedMessage(row: Row): FeedMessage {
  const { room_id: id, room_name, genre, direct_key, other_name, clock: _, ...message } = row
  const name = direct_key === null ? room_name : formatName(other_name)
  return { ...toMessage(message), room: { id, name, genre } }
}
