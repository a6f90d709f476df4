import { sql } from 'kysely'
import { formatName } from '../../rules/format-name'
import type { ChatPerson } from '../../contract-shapes'
import type { JoinBy, RoomRole, RoomType } from '../../rules/chat-limits'

export interface RoomSummaryRow {
  id: string
  name: string
  description: string | null
  room_type: string
  genre: string | null
  join_by: string | null
  role: string | null
  is_active: boolean
  direct_key: string | null
  other_id: string | null
  other_name: string | null
  other_avatar_url: string | null
}

/**
 * The columns of a `RoomSummaryRow`. The query needs `r` and `m` of `selectVisibleRooms`, and `o`, the profile of the
 * other person in a direct conversation.
 */
export const roomSummaryColumns = sql`
  r.id, r.name, r.description, r.room_type, r.genre, r.join_by, m.role, r.is_active, r.direct_key,
  o.id as other_id, o.display_name as other_name, o.avatar_url as other_avatar_url`

export function toRoomSummary(row: RoomSummaryRow) {
  const direct: ChatPerson | null =
    row.other_id === null
      ? null
      : { id: row.other_id, name: row.other_name ?? '', avatarUrl: row.other_avatar_url }
  const isDirect = row.direct_key !== null
  return {
    id: row.id,
    name: isDirect ? formatName(direct?.name) : row.name,
    description: row.description,
    // Check constraints of the database guarantee that these columns hold values of these types.
    roomType: row.room_type as RoomType,
    joinBy: row.join_by as JoinBy | null,
    role: row.role as RoomRole | null,
    genre: row.genre,
    isDirect,
    direct,
    isActive: row.is_active,
  }
}
