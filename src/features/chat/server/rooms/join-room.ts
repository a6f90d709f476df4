import type { Transaction } from '~/database/connect'
import { formatShortDate } from '~/lib/time'
import { requireCaller } from '~/platform/rpc/context'
import { JOINING } from '../../rules/chat-limits'
import { getRequestState } from '../../rules/join-request'
import { type Change, runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { addMember, readAdmins } from '../members/add-member'
import { getVisibleRoom, type VisibleRoom } from './visible-room'

type Outcome = 'joined' | 'asked'

/**
 * Joins a public or genre room, or any room with an invitation, immediately. If the room takes requests, sends one to
 * its admins. A no-op for members.
 */
export async function joinRoom(context: ChatContext, roomId: string): Promise<Outcome> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_join', caller.id, JOINING)
  return runChatChange<Outcome>(context, 1, async (trx, numbers) => {
    const room = await getVisibleRoom(trx, caller, roomId)
    if (room.role !== null) return { result: 'joined' }
    // Site moderators can find closed rooms, but no one can join one.
    if (!room.isActive) throw refuse('NOT_FOUND')
    const isIn = room.roomType !== 'private' || (await isInvited(trx, { roomId, personId: caller.id }))
    if (!isIn) return requestToJoin(trx, { room, personId: caller.id, now: context.now() })
    const notified = room.roomType === 'private' ? await readAdmins(trx, roomId) : []
    await addMember(trx, { roomId, personId: caller.id, readTo: numbers.last })
    return {
      result: 'joined',
      events: [{ kind: 'member', roomId, userId: caller.id }],
      notified: [caller.id, ...notified],
    }
  })
}

async function isInvited(
  trx: Transaction,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('chat_room_invitations')
    .select('room_id')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

async function requestToJoin(
  trx: Transaction,
  { room, personId, now }: { room: VisibleRoom; personId: string; now: Date },
): Promise<Change & { result: Outcome }> {
  const roomId = room.id
  const row = await trx
    .selectFrom('chat_join_requests')
    .select('declined_at')
    .where('room_id', '=', roomId)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  const request = getRequestState(row ? { declinedAt: row.declined_at } : null, now)
  if (request?.state === 'asked') return { result: 'asked' }
  if (request) throw refuseDeclined(request)
  await trx
    .insertInto('chat_join_requests')
    .values({ room_id: roomId, user_id: personId, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet({ created_at: now, declined_at: null }),
    )
    .execute()
  const admins = await readAdmins(trx, roomId)
  const notices = admins.map((userId) => ({
    userId,
    kind: 'room_request' as const,
    actorId: personId,
    subjectId: roomId,
    facts: { title: room.name },
  }))
  return { result: 'asked', events: [], notified: [personId, ...admins], notices }
}

function refuseDeclined({ requestAgainAt }: { requestAgainAt: Date }): Error {
  return refuse('DECLINED', {
    message: `Your request was declined. You can send another request from ${formatShortDate(requestAgainAt, 'UTC')}.`,
    data: { requestAgainAt: requestAgainAt.toISOString() },
  })
}
