import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import { shownName } from '../../rules/shown-name'
import type { FeedMessage } from '../../contract-shapes'
import { FEED_OF_MESSAGES } from '../../rules/chat-limits'
import type { ReadContext } from '../context'
import { type MessageRow, selectMessages, toMessage } from '../message-row'
import { readableRooms } from '../visible-rooms'

type Row = MessageRow & {
  clock: number
  room_id: string
  room_name: string
  genre: string | null
  direct_key: string | null
  other_name: string | null
}
type NoMessage = Omit<Row, 'id'> & { id: null }

// So many of a room's newest messages are looked at, whatever they are: a room full of what is hidden costs no more.
const LOOKED_AT = 1000

/**
 * H-02: the latest messages of all rooms that the caller can read and that nobody has closed, newest first; without hidden
 * ones and those of people they fold away. Each room gives its newest few along its index, however many it has. In one
 * snapshot with `seq`, see `listMessages`.
 */
export async function listFeed(context: ReadContext): Promise<{ messages: FeedMessage[]; seq: number }> {
  const { db } = context
  const me = signedIn(context).id
  const rooms = readableRooms(db, me)
    .where('r.is_active', '=', true)
    .select(['r.id', 'r.name', 'r.genre', 'r.direct_key'])
  const message = selectMessages(db)
    .where(sql<boolean>`m.id = latest.id`)
    .limit(sql.lit(1))
  const { rows } = await sql<Row | NoMessage>`
    with latest as (
      select newest.id, newest.seq, room.id as room_id, room.name as room_name, room.genre, room.direct_key
      from (${rooms}) room cross join lateral newest_shown_messages(room.id,
        array(select h.hidden_id from chat_hidden_people h where h.user_id = ${me}::uuid),
        ${LOOKED_AT}::int, ${FEED_OF_MESSAGES}::int) newest
      order by newest.seq desc limit ${sql.lit(FEED_OF_MESSAGES)}
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
  const name = direct_key === null ? room_name : shownName(other_name)
  return { ...toMessage(message), room: { id, name, genre } }
}
