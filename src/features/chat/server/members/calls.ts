import type { z } from 'zod'
import { MANAGING } from '../../rules/chat-limits'
import { signedIn } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import type { waitingPerson } from '../../contract-shapes'
import { calls } from '../implementer'
import { selectVisibleRooms } from '../visible-rooms'
import { settleInvitation } from '../settle-room-notifications'
import type { ChatContext, ReadContext } from '../context'
import { changeChat } from '../change-chat'
import { findManagedRoom } from '../rooms/visible-room'
import { answerRequest } from './answer-request'
import { invitePerson } from './invite-person'
import { listInvitable } from './list-invitable'
import { listMembers } from './list-members'
import { removeMember } from './remove-member'
import { setRole } from './set-role'

const WAITING_LISTED = 100

const codes = {
  not_found: 'NOT_FOUND',
  not_allowed: 'NOT_ALLOWED',
  last_admin: 'LAST_ADMIN',
  banned: 'BANNED',
  archived: 'ARCHIVED',
} as const

export const memberCalls = {
  list: calls.members.list.handler(async ({ context, input, errors }) => {
    const page = await listMembers(context, input)
    if (!page) throw errors.NOT_FOUND()
    return page
  }),
  setRole: calls.members.setRole.handler(async ({ context, input, errors }) => {
    const outcome = await setRole(context, input)
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
  remove: calls.members.remove.handler(async ({ context, input, errors }) => {
    const outcome = await removeMember(context, input)
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
  invite: calls.members.invite.handler(async ({ context, input, errors }) => {
    const outcome = await invitePerson(context, input)
    if (typeof outcome !== 'string') throw errors.MUTED({ data: { until: outcome.mutedUntil.toISOString() } })
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
  listInvitable: calls.members.listInvitable.handler(async ({ context, input, errors }) => {
    const people = await listInvitable(context, input)
    if (people === 'not_found') throw errors.NOT_FOUND()
    if (people === 'not_allowed') throw errors.NOT_ALLOWED()
    return { people }
  }),
  declineInvitation: calls.members.declineInvitation.handler(async ({ context, input, errors }) => {
    if (!(await declineInvitation(context, input.roomId))) throw errors.NOT_FOUND()
    return {}
  }),
  listWaiting: calls.members.listWaiting.handler(async ({ context, input, errors }) => {
    const waiting = await listWaiting(context, input.roomId)
    if (waiting === 'not_found') throw errors.NOT_FOUND()
    if (waiting === 'not_allowed') throw errors.NOT_ALLOWED()
    return { waiting }
  }),
  answerRequest: calls.members.answerRequest.handler(async ({ context, input, errors }) => {
    const outcome = await answerRequest(context, input)
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
}

/** Deletes the invitation without notifying anyone. False if there is none, or the room is closed. */
async function declineInvitation(context: ChatContext, roomId: string): Promise<boolean> {
  if (!isId(roomId)) return false
  const caller = signedIn(context)
  const personId = caller.id
  await context.limits.consume('chat_manage', personId, MANAGING)
  return changeChat(context, 0, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_room_invitations')
      .where('room_id', 'in', selectVisibleRooms(trx, caller).where('r.id', '=', roomId).select('r.id'))
      .where('user_id', '=', personId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await settleInvitation(trx, { roomId, personId })
    return numDeletedRows > 0n ? { result: true, events: [], notified: [personId] } : { result: false }
  })
}

/**
 * Lists pending requests to join, oldest first, for the room's admins. Up to 100: later ones move up as these are
 * answered.
 */
async function listWaiting(
  { db, ...context }: ReadContext,
  roomId: string,
): Promise<z.output<typeof waitingPerson>[] | 'not_found' | 'not_allowed'> {
  const room = await findManagedRoom(db, signedIn(context), roomId)
  if (typeof room === 'string') return room
  const rows = await db
    .selectFrom('chat_join_requests as q')
    .innerJoin('profiles as p', 'p.id', 'q.user_id')
    .select(['q.id as request_id', 'q.created_at', 'p.id', 'p.display_name', 'p.avatar_url'])
    .where('q.room_id', '=', roomId)
    .where('q.declined_at', 'is', null)
    .orderBy('q.created_at')
    .orderBy('q.id')
    .limit(WAITING_LISTED)
    .execute()
  return rows.map((row) => ({
    requestId: row.request_id,
    person: { id: row.id, name: row.display_name, avatarUrl: row.avatar_url },
    requestedAt: row.created_at.toISOString(),
  }))
}
