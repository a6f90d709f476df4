import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import type { NewEvent } from '../run-chat-change'
import { type Act, toAuditDetails } from './moderation-action'

/**
 * Hides a message from all members, or shows it again; its text stays stored. Before calling it, lock `chat_clock`
 * and check the permission. If nothing changes or the message was deleted, this is a no-op without an audit entry. If
 * a room admin has hidden the message, a site moderator can hide it too; then only site moderators can show it again.
 */
export async function setMessageHidden(
  trx: Transaction,
  act: Act,
  { messageId, isHidden }: { messageId: string; isHidden: boolean },
): Promise<NewEvent[]> {
  const row = await trx
    .updateTable('chat_messages')
    .set(
      isHidden
        ? { hidden_at: act.now, hidden_by: act.actorId, hidden_by_moderator: act.isByModerator }
        : { hidden_at: null, hidden_by: null, hidden_by_moderator: false },
    )
    .where('id', '=', messageId)
    .where((eb) => {
      if (!isHidden) return eb('hidden_at', 'is not', null)
      const isNew = eb('hidden_at', 'is', null)
      return act.isByModerator ? eb.or([isNew, eb('hidden_by_moderator', '=', false)]) : isNew
    })
    .returning(['room_id', 'user_id'])
    .executeTakeFirst()
  if (!row) return []
  await recordAudit(trx, {
    actorId: act.actorId,
    action: isHidden ? 'chat.hide_message' : 'chat.show_message',
    subject: { type: 'message', id: messageId },
    details: { person: row.user_id, room: row.room_id, ...toAuditDetails(act) },
    requestId: act.requestId,
  })
  return [{ kind: 'changed', roomId: row.room_id, messageId }]
}
