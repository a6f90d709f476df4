import { calls } from '../implementer'

const notYet = () => Promise.reject(new Error('not built yet'))

export const messageCalls = {
  list: calls.messages.list.handler(notYet),
  send: calls.messages.send.handler(notYet),
  edit: calls.messages.edit.handler(notYet),
  remove: calls.messages.remove.handler(notYet),
  typing: calls.messages.typing.handler(notYet),
  feed: calls.messages.feed.handler(notYet),
}
