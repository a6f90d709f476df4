import type { Transaction } from '~/database/connect'
import { settleNotifications } from '~/features/notifications/server/public'

/** Resolves the invitation notification of a person who joined, declined or was banned. */
export async function settleInvitationNotification(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<void> {
  await settleNotifications(trx, { subjectId: roomId, userId: personId, kinds: ['room_invitation'] })
}

/** Resolves the admins' notifications about requests to join the room, once no request is pending. */
export async function settleRequestNotifications(trx: Transaction, roomId: string): Promise<void> {
  const waiting = await trx
    .selectFrom('chat_join_requests')
    .select('id')
    .where('room_id', '=', roomId)
    .where('declined_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await settleNotifications(trx, { subjectId: roomId, kinds: ['room_request'] })
}

/**
 * With `personId`: resolves the notifications about requests to join for a person who is no longer an admin. Without:
 * resolves all invitation and request notifications of a room that was closed.
 */
export async function settleRoomNotifications(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId?: string },
): Promise<void> {
  await settleNotifications(
    trx,
    personId === undefined
      ? { subjectId: roomId, kinds: ['room_invitation', 'room_request'] }
      : { subjectId: roomId, userId: personId, kinds: ['room_request'] },
  )
}
