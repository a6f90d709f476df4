import { newId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { CREATING, type JoinBy, type RoomType } from '../../rules/chat-limits'
import { toRoomValues } from '../../rules/room-values'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { addMember } from '../members/add-member'
import { checkMute } from '../moderation/active-mute'

export interface RoomInput {
  name: string
  description: string | null
  roomType: RoomType
  genre: string | null
  joinBy: JoinBy
}

/**
 * CH-02: creates a room with the creator as its first admin. A person can create at most ten rooms an hour, and none
 * while muted everywhere.
 */
export async function createRoom(context: ChatContext, input: RoomInput): Promise<{ id: string }> {
  const personId = requireCaller(context).id
  await context.limits.consume('chat_create', personId, CREATING)
  const roomId = newId()
  const { name, description, genre, joinBy } = toRoomValues(input)
  return runChatChange(context, 2, async (trx, numbers) => {
    await checkMute(trx, context.now(), { personId, roomId: null })
    await trx
      .insertInto('chat_rooms')
      .values({
        id: roomId,
        name,
        description,
        room_type: input.roomType,
        genre,
        join_by: joinBy,
        created_by: personId,
      })
      .execute()
    await addMember(trx, { roomId, personId, role: 'admin', readTo: numbers.last })
    return {
      result: { id: roomId },
      events: [
        { kind: 'room', roomId },
        { kind: 'member', roomId, userId: personId },
      ],
      notified: [personId],
    }
  })
}
