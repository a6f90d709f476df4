import { isId } from '~/lib/ids'
import { formatWait } from '~/platform/limits/limits'
import { requireCaller } from '~/platform/rpc/context'
import type { ChatMessage } from '../../contract-shapes'
import { SENDING } from '../../rules/chat-limits'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { isModerator } from '../rooms/visible-room'
import { findSentMessage } from './find-sent-message'
import { toRateLimitError } from './rate-limit-error'
import { refuseWriting } from './refuse-writing'
import type { SendOutcome } from './sending'

interface SendInput {
  roomId: string
  clientId: string
  content: string
  /** The account that wrote the text, if another one may have signed in since. */
  senderId?: string | undefined
}

/**
 * Stores a message of the caller in a batch. Idempotent: the same `clientId` in that room returns the stored message.
 */
export async function sendMessage(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'limits'>,
  { senderId, content, ...input }: SendInput,
): Promise<ChatMessage> {
  const caller = requireCaller(context)
  const personId = caller.id
  if (senderId !== undefined && senderId !== personId) throw refuse('DIFFERENT_USER')
  if (!isId(input.roomId)) throw refuse('NOT_FOUND')
  const clientId = input.clientId.toLowerCase()
  const roomId = input.roomId.toLowerCase()
  try {
    await context.limits.consume('chat_send', personId, SENDING)
  } catch (error) {
    // A reconnecting client resends everything unconfirmed, and a message that is already stored must not be refused.
    // The lookup happens only after the rate limit is reached, so that other calls stay fast.
    const message = await findSentMessage(context.db, { personId, clientId })
    if (!message) throw toRateLimitError(error, 'You’re sending messages too fast.')
    if (message.roomId !== roomId) throw refuse('CLIENT_ID_USED')
    return message
  }
  const sending = { roomId, personId, clientId, content, isModerator: isModerator(caller) }
  return getStoredMessage(await context.chat.send(sending))
}

function getStoredMessage(outcome: SendOutcome): ChatMessage {
  switch (outcome.kind) {
    case 'stored':
      return outcome.message
    case 'elsewhere':
      throw refuse('CLIENT_ID_USED')
    case 'not_found':
      throw refuse('NOT_FOUND')
    case 'slow_mode': {
      const { retryAfterSeconds } = outcome
      const message = `This room is in slow mode. Wait ${formatWait(retryAfterSeconds)}.`
      throw refuse('SLOW_MODE', { message, data: { retryAfterSeconds } })
    }
    default:
      throw refuseWriting(outcome)
  }
}
