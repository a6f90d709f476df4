import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import type { NewEvent } from '../run-chat-change'
import { settleRoomNotifications } from '../resolve-room-notifications'

/** The actor and reason of a change that left the room empty; no actor if it happened automatically. */
export interface Cause {
  actorId: string | null
  requestId?: string | undefined
  reason: string
}

/**
 * Archives an empty room, because no member is left to accept requests to join. Before calling it, lock `chat_clock`.
 */
export async function archiveEmptyRoom(trx: Transaction, roomId: string, cause: Cause): Promise<NewEvent> {
  await trx.updateTable('chat_rooms').set({ is_active: false }).where('id', '=', roomId).execute()
  await trx.deleteFrom('chat_room_invitations').where('room_id', '=', roomId).execute()
  await trx.deleteFrom('chat_join_requests').where('room_id', '=', roomId).execute()
  await settleRoomNotifications(trx, { roomId })
  await recordAudit(trx, {
    actorId: cause.actorId,
    action: 'chat.archive_room',
    subject: { type: 'room', id: roomId },
    details: { reason: cause.reason },
    requestId: cause.requestId,
  })
  return { kind: 'room', roomId }
}
