import type { Transaction } from '~/database/connect'
import { appendEvents } from '../append-events'
import { type NewEvent, listChangedMembers } from '../run-chat-change'
import { takeEventNumbers } from '../event-numbers'
import type { ChatContext } from '../context'
import type { RoomRole } from '../../rules/chat-limits'
import { settleRequestNotifications } from '../resolve-room-notifications'
import { ensureAdmin } from './ensure-admin'

type Services = { chat: Pick<ChatContext['chat'], 'announce'>; live: Pick<ChatContext['live'], 'publish'> }

const cause = { actorId: null, reason: 'The last admin’s account was deleted' }

/**
 * Removes a person whose account is being deleted from every room and gives a new admin to rooms whose last admin
 * they were. Call it before anything else in the deleting transaction, since it locks `chat_clock`. Returns a
 * function to call after the commit, which notifies the members.
 */
export async function leaveAllRooms(
  trx: Transaction,
  personId: string,
): Promise<(services: Services) => void> {
  await takeEventNumbers(trx, 0)
  const left = await trx
    .deleteFrom('chat_room_members')
    .where('user_id', '=', personId)
    .returning(['room_id', 'role'])
    .execute()
  const requests = await trx
    .deleteFrom('chat_join_requests')
    .where('user_id', '=', personId)
    .returning('room_id')
    .execute()
  for (const { room_id: roomId } of requests) await settleRequestNotifications(trx, roomId)
  const events: NewEvent[] = []
  for (const { room_id: roomId, role } of left) {
    // A room event instead of a member event, which would be deleted with the account.
    events.push({ kind: 'room', roomId })
    // A check constraint guarantees the type.
    events.push(...(await ensureAdmin(trx, { roomId, removedRole: role as RoomRole, cause })))
  }
  const numbers = await takeEventNumbers(trx, events.length)
  const numbered = events.map((event, index) => ({ ...event, seq: numbers.first + index }))
  await appendEvents(trx, numbered)
  return ({ chat, live }) => {
    if (numbered.length === 0) return
    chat.announce(numbers, numbered)
    live.publish(listChangedMembers(events), ['chat'])
  }
}
