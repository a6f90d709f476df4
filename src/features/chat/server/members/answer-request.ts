import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { runChatChange, type NewEvent } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { settleRequestNotifications } from '../resolve-room-notifications'
import { getManagedRoom } from '../rooms/visible-room'
import { addMember, readAdmins } from './add-member'

interface Answer {
  roomId: string
  requestId: string
  isApproved: boolean
}

/** Accepts or declines a request to join. If two admins answer it, the second one gets NOT_FOUND. */
export async function answerRequest(
  context: ChatContext,
  { roomId, requestId, isApproved }: Answer,
): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await runChatChange(context, 1, async (trx, numbers) => {
    const room = await getManagedRoom(trx, caller, roomId)
    if (!isId(requestId)) throw refuse('NOT_FOUND')
    if (isApproved && !room.isActive) throw refuse('ARCHIVED')
    const request = await trx
      .updateTable('chat_join_requests')
      .set({ declined_at: context.now() })
      .where('id', '=', requestId)
      .where('room_id', '=', roomId)
      .where('declined_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!request) throw refuse('NOT_FOUND')
    const personId = request.user_id
    const events: NewEvent[] = []
    if (isApproved) {
      await addMember(trx, { roomId, personId, readTo: numbers.last })
      events.push({ kind: 'member', roomId, userId: personId })
    }
    await recordAudit(trx, {
      actorId: caller.id,
      action: isApproved ? 'chat.let_in' : 'chat.decline_request',
      subject: { type: 'person', id: personId },
      details: { roomId, room: room.name },
      requestId: context.requestId,
    })
    await settleRequestNotifications(trx, roomId)
    const notice = {
      userId: personId,
      kind: 'room_request_accepted',
      actorId: caller.id,
      subjectId: roomId,
      facts: { title: room.name },
    } as const
    return {
      events,
      notified: [personId, ...(await readAdmins(trx, roomId))],
      // A declined person sees the answer in the room and gets no notification.
      notices: isApproved ? [notice] : [],
    }
  })
}
