import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import type { JoinBy, RoomRole, RoomType } from '../../rules/chat-limits'
import { canManage, canModerate, type RoomAccess } from '../../rules/room-policy'
import { selectVisibleRooms } from '../visible-rooms'

/** A room and the person's role in it, with the current values that changes are compared with. */
export interface VisibleRoom extends RoomAccess {
  id: string
  /** As stored; meaningless for a direct conversation. */
  name: string
  description: string | null
  slowModeSeconds: number
  isClosedByModerator: boolean
}

/**
 * Returns undefined for a room that the caller may not know of. In a transaction that holds the clock, the result stays
 * valid.
 */
export async function findVisibleRoom(
  db: Database | Transaction,
  caller: Pick<Caller, 'id' | 'roles'>,
  roomId: string,
): Promise<VisibleRoom | undefined> {
  if (!isId(roomId)) return undefined
  const row = await selectVisibleRooms(db, caller)
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
    .executeTakeFirst()
  return (
    row && {
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
  )
}

export function isModerator({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.includes('moderator') || roles.includes('admin')
}

/** Finds a room for hiding, muting and banning. */
export const findModeratedRoom = findRoomWhere(canModerate)

/** Finds a room for changing roles, members and requests. */
export const findManagedRoom = findRoomWhere(canManage)

/** `not_allowed`: the caller may see the room, but `canAct` is false. */
function findRoomWhere(canAct: (room: VisibleRoom) => boolean) {
  return async (
    db: Database | Transaction,
    caller: Pick<Caller, 'id' | 'roles'>,
    roomId: string,
  ): Promise<VisibleRoom | 'not_found' | 'not_allowed'> => {
    const room = await findVisibleRoom(db, caller, roomId)
    if (!room) return 'not_found'
    return canAct(room) ? room : 'not_allowed'
  }
}
