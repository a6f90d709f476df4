import type { z } from 'zod'
import { MANAGING } from '../../rules/chat-limits'
import { requireCaller } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import type { waitingPerson } from '../../contract-shapes'
import { calls } from '../call-implementer'
import { selectVisibleRooms } from '../visible-rooms'
import { settleInvitationNotification } from '../resolve-room-notifications'
import type { ChatContext, ReadContext } from '../context'
import { toPersonJson } from '../person-json'
import { refuse } from '../refused-error'
import { runChatChange } from '../run-chat-change'
import { getManagedRoom } from '../rooms/visible-room'
import { answerRequest } from './answer-request'
import { invitePerson } from './invite-person'
import { listInvitablePeople } from './list-invitable-people'
import { listMembers } from './list-members'
import { removeMember } from './remove-member'
import { setRole } from './set-role'

const WAITING_LISTED = 100

export const memberCalls = {
  list: calls.members.list.handler(({ context, input }) => listMembers(context, input)),
  setRole: calls.members.setRole.handler(async ({ context, input }) => {
    await setRole(context, input)
    return {}
  }),
  remove: calls.members.remove.handler(async ({ context, input }) => {
    await removeMember(context, input)
    return {}
  }),
  invite: calls.members.invite.handler(async ({ context, input }) => {
    await invitePerson(context, input)
    return {}
  }),
  listInvitable: calls.members.listInvitable.handler(async ({ context, input }) => ({
    people: await listInvitablePeople(context, input),
  })),
  declineInvitation: calls.members.declineInvitation.handler(async ({ context, input }) => {
    await declineInvitation(context, input.roomId)
    return {}
  }),
  listWaiting: calls.members.listWaiting.handler(async ({ context, input }) => ({
    waiting: await listJoinRequests(context, input.roomId),
  })),
  answerRequest: calls.members.answerRequest.handler(async ({ context, input }) => {
    await answerRequest(context, input)
    return {}
  }),
}

/** Deletes the invitation without notifying anyone. */
async function declineInvitation(context: ChatContext, roomId: string): Promise<void> {
  if (!isId(roomId)) throw refuse('NOT_FOUND')
  const caller = requireCaller(context)
  const personId = caller.id
  await context.limits.consume('chat_manage', personId, MANAGING)
  await runChatChange(context, 0, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_room_invitations')
      .where('room_id', 'in', selectVisibleRooms(trx, caller).where('r.id', '=', roomId).select('r.id'))
      .where('user_id', '=', personId)
      .executeTakeFirst()
    // There is no invitation, or the room is closed.
    if (numDeletedRows === 0n) throw refuse('NOT_FOUND')
    await settleInvitationNotification(trx, { roomId, personId })
    return { events: [], notified: [personId] }
  })
}

/**
 * Lists pending requests to join, oldest first, for the room's admins. Returns at most 100; the next ones follow when
 * these are answered.
 */
async function listJoinRequests(
  { db, ...context }: ReadContext,
  roomId: string,
): Promise<z.input<typeof waitingPerson>[]> {
  await getManagedRoom(db, requireCaller(context), roomId)
  return db
    .selectFrom('chat_join_requests as q')
    .innerJoin('profiles as p', 'p.id', 'q.user_id')
    .select(['q.id as requestId', toPersonJson('p').as('person'), 'q.created_at as requestedAt'])
    .where('q.room_id', '=', roomId)
    .where('q.declined_at', 'is', null)
    .orderBy('q.created_at')
    .orderBy('q.id')
    .limit(WAITING_LISTED)
    .execute()
}
