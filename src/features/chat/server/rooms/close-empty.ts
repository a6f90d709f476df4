import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import type { NewEvent } from '../change-chat'
import { settleDuties } from '../settle-room-notifications'

/** Who did what left the room without anybody; nobody when it came about by itself. */
export interface Cause {
  actorId: string | null
  requestId?: string | undefined
  why: string
}

/** Archives a room that nobody is left in, under the clock: there is nobody who could let anybody in. */
export async function closeEmpty(trx: Transaction, roomId: string, cause: Cause): Promise<NewEvent> {
  await trx.updateTable('chat_rooms').set({ is_active: false }).where('id', '=', roomId).execute()
  await trx.deleteFrom('chat_room_invitations').where('room_id', '=', roomId).execute()
  await trx.deleteFrom('chat_join_requests').where('room_id', '=', roomId).execute()
  await settleDuties(trx, { roomId })
  await recordAudit(trx, {
    actorId: cause.actorId,
    action: 'chat.archive_room',
    subject: { type: 'room', id: roomId },
    details: { why: cause.why },
    requestId: cause.requestId,
  })
  return { kind: 'room', roomId }
}
