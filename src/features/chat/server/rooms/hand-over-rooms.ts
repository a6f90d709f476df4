import type { Transaction } from '~/database/connect'
import { appendEvents } from '../append-events'
import { type NewEvent, peopleIn } from '../change-chat'
import { takeTick } from '../clock'
import type { ChatContext } from '../context'
import type { RoomRole } from '../../rules/chat-limits'
import { settleRequests } from '../settle-room-notifications'
import { handOver } from './hand-over'

/** What is needed to tell people, after the commit. */
type Told = { chat: Pick<ChatContext['chat'], 'announce'>; live: Pick<ChatContext['live'], 'publish'> }

const cause = { actorId: null, why: "The last admin's account is gone" }

/**
 * Takes somebody whose account is about to be deleted out of every room, so that none is left without an admin: to be called
 * before anything else in the transaction that deletes it, since it takes the clock of chat. Answers what is to be called
 * after the commit, so that whoever is in these rooms hears of it.
 */
export async function handOverRooms(trx: Transaction, personId: string): Promise<(services: Told) => void> {
  await takeTick(trx, 0)
  const left = await trx
    .deleteFrom('chat_room_members')
    .where('user_id', '=', personId)
    .returning(['room_id', 'role'])
    .execute()
  const asked = await trx
    .deleteFrom('chat_join_requests')
    .where('user_id', '=', personId)
    .returning('room_id')
    .execute()
  for (const { room_id: roomId } of asked) await settleRequests(trx, roomId)
  const events: NewEvent[] = []
  for (const { room_id: roomId, role } of left) {
    // Not of the person: what is written down of them goes with them.
    events.push({ kind: 'room', roomId })
    // The database checks the role.
    events.push(...(await handOver(trx, { roomId, gone: role as RoomRole, cause })))
  }
  const tick = await takeTick(trx, events.length)
  const numbered = events.map((event, index) => ({ ...event, seq: tick.first + index }))
  await appendEvents(trx, numbered)
  return ({ chat, live }) => {
    if (numbered.length === 0) return
    chat.announce(tick, numbered)
    live.publish(peopleIn(events), ['chat'])
  }
}
