import type { Transaction } from '~/database/connect'
import { settleNotices } from '~/features/notifications/server/public'

/** Settles an invitation in the bell of a person who joined, declined or was banned. */
export async function settleInvitation(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<void> {
  await settleNotices(trx, { subjectId: roomId, userId: personId, kinds: ['room_invitation'] })
}

/** Settles the request entries of a room's admins when no request waits. */
export async function settleRequests(trx: Transaction, roomId: string): Promise<void> {
  const waiting = await trx
    .selectFrom('chat_join_requests')
    .select('id')
    .where('room_id', '=', roomId)
    .where('declined_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await settleNotices(trx, { subjectId: roomId, kinds: ['room_request'] })
}

/** Settles the request entries of a person who is no longer an admin; without `personId` all entries about a room that has closed. */
export async function settleDuties(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId?: string },
): Promise<void> {
  await settleNotices(
    trx,
    personId === undefined
      ? { subjectId: roomId, kinds: ['room_invitation', 'room_request'] }
      : { subjectId: roomId, userId: personId, kinds: ['room_request'] },
  )
}
