import { waitInWords } from '~/platform/limits/limits'
import { signedIn } from '~/platform/rpc/context'
import type { Silence } from '../../rules/room-policy'
import { calls } from '../implementer'
import { editMessage } from './edit-message'
import { listFeed } from './list-feed'
import { listMessages } from './list-messages'
import { removeMessage } from './remove-message'
import { sayTyping } from './say-typing'
import { sendMessage } from './send-message'

interface WritingErrors {
  NOT_FOUND: () => Error
  NOT_MEMBER: () => Error
  ARCHIVED: () => Error
  CLOSED: () => Error
  MUTED: (options: { data: { until: string } }) => Error
}

function refusal(errors: WritingErrors, outcome: { kind: 'not_found' } | Silence): Error {
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
    if (senderId !== undefined && senderId !== signedIn(context).id) throw errors.SOMEBODY_ELSE()
    const outcome = await sendMessage(context, written)
    if (outcome.kind === 'stored') return outcome.message
    if (outcome.kind === 'elsewhere') throw errors.CLIENT_ID_USED()
    if (outcome.kind !== 'slow_mode') throw refusal(errors, outcome)
    const { retryAfterSeconds } = outcome
    throw errors.SLOW_MODE({
      message: `This room is in slow mode. Wait ${waitInWords(retryAfterSeconds)}.`,
      data: { retryAfterSeconds },
    })
  }),
  edit: calls.messages.edit.handler(async ({ context, input, errors }) => {
    const outcome = await editMessage(context, input)
    if (outcome.kind !== 'stored') throw refusal(errors, outcome)
    return outcome.message
  }),
  remove: calls.messages.remove.handler(async ({ context, input, errors }) => {
    if (!(await removeMessage(context, input.messageId))) throw errors.NOT_FOUND()
    return {}
  }),
  typing: calls.messages.typing.handler(async ({ context, input, errors }) => {
    if (!(await sayTyping(context, input.roomId))) throw errors.NOT_FOUND()
    return {}
  }),
  feed: calls.messages.feed.handler(({ context }) => listFeed(context)),
}
