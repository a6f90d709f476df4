import { formatWait } from '~/platform/limits/limits'
import { signedIn } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import type { WriteRestriction } from '../../rules/room-policy'
import { CHANGING, TYPING, SENDING } from '../../rules/chat-limits'
import { findWriteRestriction } from '../../rules/room-policy'
import { calls } from '../implementer'
import { selectVisibleRooms } from '../visible-rooms'
import type { ChatContext } from '../context'
import { changeChat } from '../change-chat'
import { isModerator } from '../rooms/visible-room'
import { editMessage } from './edit-message'
import { listFeed } from './list-feed'
import { listMessages } from './list-messages'
import { toRateLimitError } from './rate-limit-error'
import { readWriters } from './writers'
import type { SendOutcome } from './sending'
import { findSent } from './find-sent'

interface WritingErrors {
  NOT_FOUND: () => Error
  NOT_MEMBER: () => Error
  ARCHIVED: () => Error
  CLOSED: () => Error
  MUTED: (options: { data: { until: string } }) => Error
}

function toWritingError(errors: WritingErrors, outcome: { kind: 'not_found' } | WriteRestriction): Error {
  switch (outcome.kind) {
    case 'not_found':
      return errors.NOT_FOUND()
    case 'not_member':
      return errors.NOT_MEMBER()
    case 'archived':
      return errors.ARCHIVED()
    case 'closed':
      return errors.CLOSED()
    case 'muted':
  }
  return errors.MUTED({ data: { until: outcome.until.toISOString() } })
}

export const messageCalls = {
  list: calls.messages.list.handler(async ({ context, input, errors }) => {
    const page = await listMessages(context, input)
    if (!page) throw errors.NOT_FOUND()
    return page
  }),
  send: calls.messages.send.handler(async ({ context, input: { senderId, ...written }, errors }) => {
    if (senderId !== undefined && senderId !== signedIn(context).id) throw errors.DIFFERENT_USER()
    const outcome = await sendMessage(context, written)
    if (outcome.kind === 'stored') return outcome.message
    if (outcome.kind === 'elsewhere') throw errors.CLIENT_ID_USED()
    if (outcome.kind !== 'slow_mode') throw toWritingError(errors, outcome)
    const { retryAfterSeconds } = outcome
    throw errors.SLOW_MODE({
      message: `This room is in slow mode. Wait ${formatWait(retryAfterSeconds)}.`,
      data: { retryAfterSeconds },
    })
  }),
  edit: calls.messages.edit.handler(async ({ context, input, errors }) => {
    const outcome = await editMessage(context, input)
    if (outcome.kind !== 'stored') throw toWritingError(errors, outcome)
    return outcome.message
  }),
  remove: calls.messages.remove.handler(async ({ context, input, errors }) => {
    if (!(await removeMessage(context, input.messageId))) throw errors.NOT_FOUND()
    return {}
  }),
  typing: calls.messages.typing.handler(async ({ context, input, errors }) => {
    if (!(await sendTyping(context, input.roomId))) throw errors.NOT_FOUND()
    return {}
  }),
  feed: calls.messages.feed.handler(({ context }) => listFeed(context)),
}

/**
 * Deletes one of the caller's own messages in any room they may still know of, even if they can no longer write there.
 * Hidden messages are excluded, since they are kept as evidence. False if there is none.
 */
async function removeMessage(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'jobs' | 'limits' | 'live'>,
  messageId: string,
): Promise<boolean> {
  const caller = signedIn(context)
  const personId = caller.id
  if (!isId(messageId)) return false
  await context.limits.consume('chat_change', personId, CHANGING).catch((error: unknown) => {
    throw toRateLimitError(error, 'You’re changing messages too fast.')
  })
  return changeChat<boolean>(context, 1, async (trx) => {
    const removed = await trx
      .deleteFrom('chat_messages')
      .where('id', '=', messageId)
      .where('user_id', '=', personId)
      .where('hidden_at', 'is', null)
      .where('room_id', 'in', selectVisibleRooms(trx, caller).select('r.id'))
      .returning('room_id as roomId')
      .executeTakeFirst()
    if (!removed) return { result: false }
    return { result: true, events: [{ kind: 'deleted', roomId: removed.roomId, messageId }] }
  })
}

/**
 * Shows the room's members that the caller is typing, unless the caller couldn't send the message. False: no such room.
 */
async function sendTyping(
  { caller, chat, db, limits }: Pick<ChatContext, 'caller' | 'chat' | 'db' | 'limits'>,
  roomId: string,
): Promise<boolean> {
  const person = signedIn({ caller })
  const personId = person.id
  if (!isId(roomId)) return false
  await limits.consume('chat_typing', personId, TYPING)
  const [writer] = await readWriters(db, [{ personId, roomId, isModerator: isModerator(person) }])
  if (!writer) return false
  if (!findWriteRestriction(writer)) chat.notifyTyping(roomId, { id: personId, name: writer.name })
  return true
}

/** Stores a message of the caller. Idempotent: the same `clientId` in that room returns the stored message. */
async function sendMessage(
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
    // A reconnecting client resends everything unconfirmed, and a stored message should not count against the limit.
    // The lookup happens here so that callers within the limit don't pay for it.
    const message = await findSent(context.db, { personId, clientId })
    if (message)
      return message.roomId === roomId ? { kind: 'stored', message, isNew: false } : { kind: 'elsewhere' }
    throw toRateLimitError(error, 'You’re sending messages too fast.')
  }
  return context.chat.send({ ...input, roomId, personId, clientId, isModerator: isModerator(caller) })
}
