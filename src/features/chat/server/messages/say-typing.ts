import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { TYPING } from '../../rules/chat-limits'
import { silenceOf } from '../../rules/room-policy'
import type { ChatContext } from '../context'
import { isModerator } from '../rooms/standing'
import { readWriters } from './writers'

/** Everybody in the room sees that the caller is writing; nobody does when they could not send it. False: no such room. */
export async function sayTyping(
  { caller, chat, db, limits }: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'limits'>,
  roomId: string,
): Promise<boolean> {
  const person = signedIn({ caller })
  const personId = person.id
  if (!isId(roomId)) return false
  await limits.consume('chat_typing', personId, TYPING)
  const [writer] = await readWriters(db, [{ personId, roomId, isModerator: isModerator(person) }])
  if (!writer) return false
  if (!silenceOf(writer)) chat.tellTyping(roomId, { id: personId, name: writer.name })
  return true
}
