import type { Transaction } from '~/database/connect'
import { settleInvitationNotification, settleRequestNotifications } from '../resolve-room-notifications'
import type { RoomRole } from '../../rules/chat-limits'

/**
 * Adds a member who has read up to `readTo`, so that earlier messages are not new to them. Deletes their invitation
 * or request. Before calling it, lock `chat_clock`. A person who rejoins a room must wait as if they had sent a
 * message when they left, so that leaving doesn't evade slow mode.
 */
export async function addMember(
  trx: Transaction,
  {
    roomId,
    personId,
    role = 'member',
    readTo,
  }: { roomId: string; personId: string; role?: RoomRole; readTo: number },
): Promise<void> {
  await trx
    .insertInto('chat_room_members')
    .values((eb) => ({
      room_id: roomId,
      user_id: personId,
      role,
      last_read_seq: readTo,
      // The latest event of an earlier membership. Events are stored for days, longer than any slow mode.
      last_sent_at: eb
        .selectFrom('chat_events as e')
        .select('e.created_at')
        .where('e.user_id', '=', personId)
        .where('e.room_id', '=', roomId)
        .orderBy('e.seq', 'desc')
        .limit(1),
    }))
    .execute()
  await trx
    .deleteFrom('chat_room_invitations')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .execute()
  await trx
    .deleteFrom('chat_join_requests')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .execute()
  await settleInvitationNotification(trx, { roomId, personId })
  await settleRequestNotifications(trx, roomId)
}

export async function readAdmins(trx: Transaction, roomId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('chat_room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('role', '=', 'admin')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
