import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import type { JoinBy, RoomRole, RoomType } from '../../rules/chat-limits'
import { canManage, canModerate, type RoomAccess } from '../../rules/room-policy'
import { refuse } from '../refused-error'
import { selectVisibleRooms } from '../visible-rooms'

/** A room and the person's role in it, with the current settings, which changes are compared with. */
export interface VisibleRoom extends RoomAccess {
  id: string
  /** The stored name; only a placeholder for a direct conversation. */
  name: string
  description: string | null
  slowModeSeconds: number
  isClosedByModerator: boolean
}

/**
 * Returns a room that the caller may know of. In a transaction that has locked `chat_clock`, the result stays valid
 * until the commit.
 *
 * @throws NOT_FOUND
 */
export async function getVisibleRoom(
  db: Database | Transaction,
  caller: Pick<Caller, 'id' | 'roles'>,
  roomId: string,
): Promise<VisibleRoom> {
  const rooms = selectVisibleRooms(db, caller)
    .where('r.id', '=', roomId)
    .select([
      'r.id',
      'r.name',
      'r.description',
      'r.room_type',
      'r.join_by',
      'r.is_active',
      'r.closed_by_moderator',
      'r.slow_mode_seconds',
      'r.direct_key',
      'm.role',
    ])
  const row = isId(roomId) ? await rooms.executeTakeFirst() : undefined
  if (!row) throw refuse('NOT_FOUND')
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    slowModeSeconds: row.slow_mode_seconds,
    // Check constraints guarantee these three types.
    roomType: row.room_type as RoomType,
    joinBy: row.join_by as JoinBy | null,
    role: row.role as RoomRole | null,
    isActive: row.is_active,
    isClosedByModerator: row.closed_by_moderator,
    isDirect: row.direct_key !== null,
    isModerator: isModerator(caller),
  }
}

export function isModerator({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.includes('moderator') || roles.includes('admin')
}

/** Returns a room in which the caller may hide messages, mute and ban. */
export const getModeratedRoom = createRoomGetter(canModerate)

/** Returns a room in which the caller may change roles, members and requests. */
export const getManagedRoom = createRoomGetter(canManage)

/**
 * Creates a function that returns a room. It refuses with NOT_ALLOWED if the caller may see the room, but
 * `canUseRoom` is false.
 */
function createRoomGetter(canUseRoom: (room: VisibleRoom) => boolean) {
  return async (
    db: Database | Transaction,
    caller: Pick<Caller, 'id' | 'roles'>,
    roomId: string,
  ): Promise<VisibleRoom> => {
    const room = await getVisibleRoom(db, caller, roomId)
    if (!canUseRoom(room)) throw refuse('NOT_ALLOWED')
    return room
  }
}
