import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { ChatMessage } from '../../contract-shapes'
import type { RoomRole, RoomType } from '../../rules/chat-limits'
import { canModerate } from '../../rules/room-policy'
import type { ReadContext } from '../context'
import { type MessageRow, selectMessages, toMessage } from '../message-row'
import { refuse } from '../refused-error'
import { isModerator } from '../rooms/visible-room'
import { selectReadableRooms } from '../visible-rooms'

type Row = MessageRow & {
  clock: number
  role: RoomRole | null
  room_type: RoomType
  direct_key: string | null
}
type EmptyRoom = Omit<Row, 'id'> & { id: null }

export interface MessagePage {
  /** Oldest first. */
  messages: ChatMessage[]
  hasOlder: boolean
  seq: number
}

// Larger than every message number, so that one statement serves the newest page and older ones.
const NEVER = Number.MAX_SAFE_INTEGER

/**
 * Returns the newest messages of a room, or those before `before`.
 *
 * Permission, messages and `chat_clock` are read in one statement and so in one snapshot: the page shows the room
 * exactly as of event number `seq`. With separate reads, a message committed in between could be missing from the
 * page although its number isn't above `seq`, and the browser would never receive it.
 */
export async function listMessages(
  context: ReadContext,
  { roomId, before = NEVER, limit }: { roomId: string; before?: number | undefined; limit: number },
): Promise<MessagePage> {
  if (!isId(roomId)) throw refuse('NOT_FOUND')
  const caller = requireCaller(context)
  const room = selectReadableRooms(context.db, caller)
    .where('r.id', '=', roomId)
    .select(['r.id', 'r.room_type', 'r.direct_key', 'm.role'])
  // Look up each message by its id. With a join, a query plan made for a small table would scan all messages.
  const message = selectMessages(context.db)
    .where(sql<boolean>`m.id = newest.id`)
    .limit(sql.lit(1))
  const { rows } = await sql<Row | EmptyRoom>`
    select clock.seq as clock, room.room_type, room.direct_key, room.role, message.*
    from chat_clock clock
    cross join (${room}) room
    left join lateral newest_messages(room.id, ${before}::bigint, ${limit + 1}::int) newest (id) on true
    left join lateral (${message}) message on true
    order by message.seq desc`.execute(context.db)
  const [first] = rows
  // The room doesn't exist, or the caller may not read it.
  if (!first) throw refuse('NOT_FOUND')

  const isReadByModerator = canModerate({
    roomType: first.room_type,
    role: first.role,
    isDirect: first.direct_key !== null,
    isModerator: isModerator(caller),
    joinBy: null,
    isActive: true,
  })
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return {
    messages: found
      .slice(0, limit)
      .toReversed()
      .map((row) => (isReadByModerator ? { ...toMessage(row), content: row.content } : toMessage(row))),
    hasOlder: found.length > limit,
    seq: first.clock,
  }
}
