import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import type { NewEvent } from '../run-chat-change'
import type { RoomRole } from '../../rules/chat-limits'
import { type Cause, archiveEmptyRoom } from './archive-empty-room'

/**
 * Call it after a person with the role `removedRole` has left a room. Gives the room a new admin if that person was
 * its last one. Promotes the member who joined first; a suspended member only if no one else is left. Archives the
 * room if it is empty. Before calling it, lock `chat_clock`. Returns at most one event.
 */
export async function ensureAdmin(
  trx: Transaction,
  { roomId, removedRole, cause }: { roomId: string; removedRole: RoomRole; cause: Cause },
): Promise<NewEvent[]> {
  const room = await trx
    .selectFrom('chat_rooms')
    .where('id', '=', roomId)
    .where('direct_key', 'is', null)
    .select(['name', 'is_active'])
    .executeTakeFirst()
  if (!room) return []
  // 'admin' sorts before 'member'.
  const next = await trx
    .selectFrom('chat_room_members as m')
    .leftJoin('accounts as a', 'a.id', 'm.user_id')
    .where('m.room_id', '=', roomId)
    .select(['m.user_id', 'm.role'])
    .orderBy('m.role')
    .orderBy(sql`coalesce(a.suspended_until > now(), false)`)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
  if (!next)
    return room.is_active
      ? [await archiveEmptyRoom(trx, roomId, { ...cause, reason: 'The last member left' })]
      : []
  if (removedRole !== 'admin' || next.role === 'admin') return []
  await trx
    .updateTable('chat_room_members')
    .set({ role: 'admin' })
    .where('room_id', '=', roomId)
    .where('user_id', '=', next.user_id)
    .execute()
  await recordAudit(trx, {
    actorId: cause.actorId,
    action: 'chat.set_role',
    subject: { type: 'person', id: next.user_id },
    details: { roomId, room: room.name, role: 'admin', reason: cause.reason },
    requestId: cause.requestId,
  })
  return [{ kind: 'member', roomId, userId: next.user_id }]
}
