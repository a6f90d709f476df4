import type { Transaction } from '~/database/connect'
import { settleNotices } from '~/features/notifications/server/public'

/** Whoever is in, said no, or may not come needs no invitation in their bell. */
export async function settleInvitation(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<void> {
  await settleNotices(trx, { subjectId: roomId, userId: personId, kinds: ['room_invitation'] })
}

/** Once nobody waits to be let in any more, the admins of the room need not answer. */
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

/** Who no longer runs the room has nobody to answer; when it is closed for good, nobody has anything to do with it. */
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
