import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { runChatChange, type NewEvent } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { settleRoomNotifications } from '../resolve-room-notifications'
import { archiveEmptyRoom } from './archive-empty-room'
import { getVisibleRoom } from './visible-room'

/**
 * Leaves a room. The only admin can't leave while other members are there. A room is archived when its last member
 * leaves. A no-op for people who are not members.
 */
export async function leaveRoom(context: ChatContext, roomId: string): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await runChatChange(context, 2, async (trx) => {
    const room = await getVisibleRoom(trx, caller, roomId)
    if (room.isDirect) throw refuse('DIRECT')
    if (room.role === null) return {}
    const others = await countOthers(trx, { roomId, personId: caller.id })
    if (room.role === 'admin' && others.admins === 0 && others.members > 0) throw refuse('LAST_ADMIN')
    await trx
      .deleteFrom('chat_room_members')
      .where('room_id', '=', roomId)
      .where('user_id', '=', caller.id)
      .execute()
    if (room.role === 'admin') await settleRoomNotifications(trx, { roomId, personId: caller.id })
    const events: NewEvent[] = [{ kind: 'member', roomId, userId: caller.id }]
    const cause = { actorId: caller.id, requestId: context.requestId, reason: 'The last member left' }
    if (others.members === 0 && room.isActive) events.push(await archiveEmptyRoom(trx, roomId, cause))
    return { events, notified: [caller.id] }
  })
}

async function countOthers(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<{ members: number; admins: number }> {
  return trx
    .selectFrom('chat_room_members')
    .select([
      sql<number>`count(*)`.as('members'),
      sql<number>`count(*) filter (where role = 'admin')`.as('admins'),
    ])
    .where('room_id', '=', roomId)
    .where('user_id', '<>', personId)
    .executeTakeFirstOrThrow()
}
