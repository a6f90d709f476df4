import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import type { RoomRole } from '../../rules/chat-limits'
import type { NewEvent } from '../run-chat-change'
import { type Act, toAuditDetails } from './moderation-action'
import {
  settleRoomNotifications,
  settleInvitationNotification,
  settleRequestNotifications,
} from '../resolve-room-notifications'
import { ensureAdmin } from '../rooms/ensure-admin'

interface BanPlace {
  personId: string
  roomId: string
}

/**
 * Bans a person from a room: deletes membership, invitation and request, and hides the room from them. Before calling
 * it, lock `chat_clock` and check the permission. An existing ban stays as it is, except that a site moderator can
 * take over a room admin's ban. Returns at most two events: one for the ban, and one if the room gets a new admin
 * because it lost its last one.
 */
export async function banPerson(
  trx: Transaction,
  act: Act,
  { personId, roomId }: BanPlace,
): Promise<NewEvent[]> {
  const added = await trx
    .insertInto('chat_bans')
    .values({
      room_id: roomId,
      user_id: personId,
      reason: act.reason,
      banned_by: act.actorId,
      by_moderator: act.isByModerator,
      created_at: act.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'user_id'])
        .doUpdateSet({ reason: act.reason, banned_by: act.actorId, by_moderator: true })
        .where('chat_bans.by_moderator', '=', false)
        .where(sql<boolean>`${act.isByModerator}::boolean`),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!added) return []
  const member = await trx
    .deleteFrom('chat_room_members')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .returning('role')
    .executeTakeFirst()
  for (const table of ['chat_room_invitations', 'chat_join_requests'] as const)
    await trx.deleteFrom(table).where('room_id', '=', roomId).where('user_id', '=', personId).execute()
  await settleRoomNotifications(trx, { roomId, personId })
  await settleInvitationNotification(trx, { roomId, personId })
  await settleRequestNotifications(trx, roomId)
  await recordAudit(trx, {
    actorId: act.actorId,
    action: 'chat.ban',
    subject: { type: 'person', id: personId },
    details: { room: roomId, ...toAuditDetails(act) },
    requestId: act.requestId,
  })
  const cause = { actorId: act.actorId, requestId: act.requestId, reason: 'The last admin was banned' }
  // A check constraint guarantees the type.
  const handed = member ? await ensureAdmin(trx, { roomId, removedRole: member.role as RoomRole, cause }) : []
  return [{ kind: 'member', roomId, userId: personId }, ...handed]
}

/** Lifts a ban, so that the person can find and join the room again. Returns no events if they were not banned. */
export async function liftBan(
  trx: Transaction,
  act: Act,
  { personId, roomId }: BanPlace,
): Promise<NewEvent[]> {
  const removed = await trx
    .deleteFrom('chat_bans')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .returning('user_id')
    .executeTakeFirst()
  if (!removed) return []
  await recordAudit(trx, {
    actorId: act.actorId,
    action: 'chat.unban',
    subject: { type: 'person', id: personId },
    details: { room: roomId, ...toAuditDetails(act) },
    requestId: act.requestId,
  })
  return [{ kind: 'member', roomId, userId: personId }]
}

export async function isBannedByModerator(
  trx: Transaction,
  { personId, roomId }: BanPlace,
): Promise<boolean> {
  const row = await trx
    .selectFrom('chat_bans')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .where('by_moderator', '=', true)
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}
