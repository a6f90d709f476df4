import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { ChatMessage } from '../../contract-shapes'
import { PAGE_OF_MESSAGES, type RoomRole, type RoomType } from '../../rules/chat-limits'
import { mayModerate } from '../../rules/room-policy'
import type { ReadContext } from '../context'
import { type MessageRow, selectMessages, toMessage } from '../message-row'
import { isModerator } from '../rooms/standing'
import { readableRooms } from '../visible-rooms'

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

// Beyond every number, so that the newest page and an older one are one statement.
const NEVER = Number.MAX_SAFE_INTEGER

/**
 * The newest messages of a room, or those before `before`; undefined when the caller may not read it.
 *
 * Permission, messages and clock are read in one statement and so in one snapshot: the page is the room exactly as it stood
 * at `seq`. Read one after the other, the clock would have to come first, since what is committed in between would stand
 * under a number that the browser believes to have seen, and never come.
 */
export async function listMessages(
  context: ReadContext,
  { roomId, before = NEVER, limit }: { roomId: string; before?: number | undefined; limit: number },
): Promise<MessagePage | undefined> {
  if (!isId(roomId)) return undefined
  const caller = signedIn(context)
  const room = readableRooms(context.db, caller.id)
    .where('r.id', '=', roomId)
    .select(['r.room_type', 'r.direct_key', 'm.role'])
  // The limit stands in the text: with an unknown one the plan would have to suit millions, and might read them.
  const page = selectMessages(context.db)
    .where('m.room_id', '=', roomId)
    .where('m.seq', '<', before)
    .orderBy('m.seq', 'desc')
    .limit(sql.lit(PAGE_OF_MESSAGES + 1))
  const { rows } = await sql<Row | EmptyRoom>`
    select clock.seq as clock, room.*, page.*
    from chat_clock clock cross join (${room}) room left join (${page}) page on true
    order by page.seq desc`.execute(context.db)
  const [first] = rows
  if (!first) return undefined

  const isReadByModerator = mayModerate({
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
