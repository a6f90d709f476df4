import { calls } from '../implementer'

const notYet = () => Promise.reject(new Error('not built yet'))

export const roomCalls = {
  list: calls.rooms.list.handler(notYet),
  get: calls.rooms.get.handler(notYet),
  create: calls.rooms.create.handler(notYet),
  update: calls.rooms.update.handler(notYet),
  join: calls.rooms.join.handler(notYet),
  leave: calls.rooms.leave.handler(notYet),
  openDirect: calls.rooms.openDirect.handler(notYet),
  unread: calls.rooms.unread.handler(notYet),
  markRead: calls.rooms.markRead.handler(notYet),
}
