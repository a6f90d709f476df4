import { newId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { CREATING, type JoinBy, type RoomType } from '../../rules/chat-limits'
import { roomValues } from '../../rules/room-values'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { addMember } from '../members/add-member'

export interface RoomInput {
  name: string
  description: string | null
  roomType: RoomType
  genre: string | null
  joinBy: JoinBy
}

/** CH-02: the creator is its first admin. Answers the id. At most ten an hour. */
export async function createRoom(context: ChatContext, input: RoomInput): Promise<string> {
  const personId = signedIn(context).id
  await context.limits.consume('chat-create', personId, CREATING)
  const roomId = newId()
  const { name, description, genre, joinBy } = roomValues(input)
  return changeChat(context, 2, async (trx, tick) => {
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
    await addMember(trx, { roomId, personId, role: 'admin', readTo: tick.last })
    return {
      result: roomId,
      events: [
        { kind: 'room', roomId },
        { kind: 'member', roomId, userId: personId },
      ],
      told: [personId],
    }
  })
}
