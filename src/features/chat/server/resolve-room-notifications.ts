import type { Transaction } from '~/database/connect'
import { settleNotifications } from '~/features/notifications/server/public'

/** Resolves the invitation notification of a person who joined, declined or was banned. */
export async function settleInvitationNotification(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<void> {
  await settleNotifications(trx, { subjectId: roomId, userId: personId, kinds: ['room_invitation'] })
}

/** Resolves the admins' request notifications when no request is pending. */
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
 * Resolves the request notifications of a person who is no longer an admin; without `personId`, all notifications about
 * a closed room.
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
