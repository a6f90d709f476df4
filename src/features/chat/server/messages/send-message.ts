import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { SENDING } from '../../rules/chat-limits'
import type { ChatContext } from '../context'
import { isModerator } from '../rooms/standing'
import { findSent } from './find-sent'
import { paceRefusal } from './pace-refusal'
import type { SendOutcome } from './sending'

/** Stores a message of the caller; the same `clientId` again in that room answers the message that it made. */
export async function sendMessage(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'limits'>,
  input: { roomId: string; clientId: string; content: string },
): Promise<SendOutcome> {
  const caller = signedIn(context)
  if (!isId(input.roomId)) return { kind: 'not_found' }
  const personId = caller.id
  const clientId = input.clientId.toLowerCase()
  const roomId = input.roomId.toLowerCase()
  try {
    await context.limits.consume('chat_send', personId, SENDING)
  } catch (error) {
    // Somebody whose connection comes back asks again for everything that was not answered: what is stored is no new
    // message. To look only now costs those nothing who keep the pace.
    const message = await findSent(context.db, { personId, clientId })
    if (message)
      return message.roomId === roomId ? { kind: 'stored', message, isNew: false } : { kind: 'elsewhere' }
    throw paceRefusal(error, 'You are sending messages too fast.')
  }
  return context.chat.send({ ...input, roomId, personId, clientId, isModerator: isModerator(caller) })
}
